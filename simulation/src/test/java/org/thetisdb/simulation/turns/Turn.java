package org.thetisdb.simulation.turns;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.TellScheme;
import org.thetisdb.core.wire.SiteToRouter.SchemeSays;

/**
 * The turn of a site. Immutable.
 *
 * @param number rises; the router's epoch is in its upper half
 * @param vector what was committed in the turns before: the site has it when its turn begins
 */
record Turn(long number, VersionVector vector) {
  /** Tells the site. */
  TellScheme tell() {
    ByteWriter out = new ByteWriter();
    out.putVarLong(number);
    vector.encode(out);
    return new TellScheme(Turns.SPEC.name(), out.toByteArray());
  }

  /** What the site was told. */
  static Turn of(TellScheme told) {
    ByteReader in = new ByteReader(told.body());
    return new Turn(in.getVarLong(), VersionVector.decode(in));
  }

  /** The site's answer: its turn has begun. */
  SchemeSays begun(VersionVector report) {
    ByteWriter out = new ByteWriter();
    out.putVarLong(number);
    return new SchemeSays(Turns.SPEC.name(), report, out.toByteArray());
  }

  /** The number of the turn that has begun. */
  static long begun(SchemeSays said) {
    return new ByteReader(said.body()).getVarLong();
  }
}

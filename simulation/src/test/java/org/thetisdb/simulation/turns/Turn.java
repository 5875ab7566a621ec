package org.thetisdb.simulation.turns;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;

/**
 * The turn of a site. Immutable.
 *
 * @param number rises; the router's epoch is in its upper half
 * @param vector what was committed in the turns before: the site has it when its turn begins
 */
record Turn(long number, VersionVector vector) {
  /** Tells the site. */
  SchemeRequest tell() {
    ByteWriter out = new ByteWriter();
    out.putVarLong(number);
    vector.encode(out);
    return new SchemeRequest(Turns.SPEC.name(), out.toByteArray());
  }

  /** What the site was told. */
  static Turn of(SchemeRequest told) {
    ByteReader in = new ByteReader(told.body());
    return new Turn(in.getVarLong(), VersionVector.decode(in));
  }

  /** The site's answer: its turn has begun. */
  SchemeReport begun(VersionVector report) {
    ByteWriter out = new ByteWriter();
    out.putVarLong(number);
    return new SchemeReport(Turns.SPEC.name(), report, out.toByteArray());
  }

  /** The number of the turn that has begun. */
  static long begun(SchemeReport said) {
    return new ByteReader(said.body()).getVarLong();
  }
}

package org.thetisdb.server.admission;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.reader.ReadingRouters;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/**
 * Reads for routers that do not lead: each runs at the newest cut that is usable here, and never
 * "as of now". It has no session at this site and writes nothing, so no table of outcomes is asked.
 * Owned by the site's engine.
 */
public final class CutReads implements ReadingRouters.Reads {
  /** A read that waits longer for a cut had better be routed by the router that draws cuts. */
  private static final int LONGEST_WAIT_MS = 50;

  private final Catalog catalog;
  private final SiteLife life;
  private final CallRules scheme;
  private final Admission admission;
  private final BooleanSupplier isLed;

  /**
   * Reads at a site.
   *
   * @param isLed whether a router leads this site now
   */
  public CutReads(
      Catalog catalog,
      SiteLife life,
      CallRules scheme,
      Admission admission,
      BooleanSupplier isLed) {
    this.catalog = catalog;
    this.life = life;
    this.scheme = scheme;
    this.admission = admission;
    this.isLed = isLed;
  }

  @Override
  public WhyNot whyNot(String procedure, String user) {
    if (!scheme.readsAnywhere()) {
      return WhyNot.NOTHING_IS;
    }
    ProcedureDefinition known = catalog.procedure(procedure);
    if (known == null || !isMember()) {
      return WhyNot.NOT_NOW;
    }
    if (!known.readOnly()) {
      return WhyNot.WRITES;
    }
    return mayCall(procedure, user) ? null : WhyNot.NOT_NOW;
  }

  /** By the rights that this site keeps to; the router that leads says what is missing. */
  private boolean mayCall(String procedure, String user) {
    if (user.isEmpty()) {
      return true;
    }
    UserRights rights = catalog.sql().rights().user(user);
    return rights != null
        && rights.role().login()
        && rights.may(Securable.jarProcedure(procedure), Privilege.EXECUTE.bit());
  }

  /**
   * Whether this site belongs to the cluster that its cuts are of. One that was declared dead may
   * have a cut of the router of before that its successor never heard of: nobody may go on from
   * there (hazard 6).
   */
  @Override
  public boolean isMember() {
    return isLed.getAsBoolean() && life.leaseHolds();
  }

  @Override
  public void begin(Read read, Connection reader) {
    admission.admitRead(
        new Execute(
            read.readId(),
            0,
            0,
            false,
            false,
            false,
            read.wallMs(),
            read.seed(),
            Math.max(1, Math.min(LONGEST_WAIT_MS, read.timeoutMs())),
            read.vector(),
            read.procedure(),
            catalog.newestVersion(read.procedure()),
            read.arguments(),
            List.of(),
            null,
            null),
        reader);
  }

  @Override
  public void drop(Connection reader) {
    admission.dropCalls(reader);
  }
}

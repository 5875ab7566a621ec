package org.thetisdb.server.txn;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.Catalog.Installation;
import org.thetisdb.server.catalog.Catalog.SystemRow;

/**
 * Transactions of the system itself. They write system rows at the master of the catalog's
 * partition and are logged and replicated like all others.
 */
final class SystemTransactions {
  /**
   * Installs a jar; arguments are its name and its bytes, the result is the list of its procedures.
   */
  static final String INSTALL_JAR = "thetis.install_jar";

  /** Changes how far a site belongs to the cluster; arguments are its number and the standing. */
  static final String CHANGE_SITE = "thetis.change_site";

  private static final byte[] NO_VALUE = {};
  private static final int EPOCH = 0;

  /** Loading a jar runs its static initialisers, which are the user's code. */
  private static final long LOADING_LIMIT_MS = 3_000;

  private final SiteState state;

  SystemTransactions(SiteState state) {
    this.state = state;
  }

  /** Runs a call of {@link #INSTALL_JAR}. The catalog has changed when it returns true. */
  boolean installJar(Execute call, Connection router) {
    if (isElsewhere(call, router)) {
      return false;
    }
    try {
      state.log.checkRoom();
      Installation installation = load(call, router);
      byte[] value = ValueCodec.encode(installation.procedureNames());
      commit(call, router, installation.rows(), value);
      return true;
    } catch (ThetisException e) {
      refuse(call, router, e);
      return false;
    }
  }

  private Installation load(Execute call, Connection router) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    if (arguments.length != 2
        || !(arguments[0] instanceof String name)
        || !(arguments[1] instanceof byte[] jar)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a jar's name and its bytes are expected");
    }
    Installation[] loaded = new Installation[1];
    try {
      state.line.runGuarded(
          () -> loaded[0] = state.catalog.plan(name, jar),
          LOADING_LIMIT_MS,
          lost ->
              refuse(
                  call,
                  router,
                  new ThetisException(ErrorCode.BAD_JAR, "its classes take too long to load")));
    } catch (ThetisException | CarrierLostError e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw new ThetisException(ErrorCode.BAD_JAR, e.toString()).causedBy(e);
    }
    return loaded[0];
  }

  private void refuse(Execute call, Connection router, ThetisException e) {
    String why = String.valueOf(e.getMessage());
    router.send(new Executed(call.attemptId(), e.code().number(), why, state.report(), NO_VALUE));
  }

  private void commit(Execute call, Connection router, List<SystemRow> rows, byte[] value) {
    long bytes = rows.stream().mapToLong(row -> row.row().length).sum();
    state.store.reserve(rows.size(), bytes);
    state.log.dependOn(call.vector());
    long stamp = Stamp.of(EPOCH, state.log.position() + 1, state.self);
    long position = state.log.commit(stamp, call.session(), call.sequence(), value, rows.size());
    for (SystemRow row : rows) {
      state.log.write(row.key(), row.row());
      state.store.install(
          row.key(), stamp, position, row.row(), 0, row.row().length, state.cuts.watermark());
      state.catalog.apply(row.key(), row.row());
    }
    state.placementPosition = position;
    state.log.flush();
    state.log.whenDurable(
        position, () -> router.send(new Executed(call.attemptId(), 0, "", state.report(), value)));
  }

  /**
   * Runs a call of {@link #CHANGE_SITE}: the number of a site, and the number of the standing that
   * it is to have. No effect if it is as far already. The row is written when it returns true.
   */
  boolean changeSite(Execute call, Connection router) {
    if (isElsewhere(call, router)) {
      return false;
    }
    try {
      Object[] arguments = ValueCodec.decodeArguments(call.arguments());
      if (arguments.length != 2
          || !(arguments[0] instanceof Long site)
          || !(arguments[1] instanceof Long wanted)) {
        throw new ThetisException(ErrorCode.BAD_REQUEST, "a site and its standing are expected");
      }
      SiteStanding standing =
          SiteChange.decide(
              state.roster, site.intValue(), SiteStanding.ofNumber(wanted.intValue()));
      byte[] value = ValueCodec.encode(site);
      if (standing == null) {
        state.log.whenDurable(
            state.log.position(),
            () -> router.send(new Executed(call.attemptId(), 0, "", state.report(), value)));
        return false;
      }
      state.log.checkRoom();
      commit(call, router, List.of(Catalog.siteRow(site.intValue(), standing)), value);
      return true;
    } catch (CodecException e) {
      refuse(call, router, new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()));
    } catch (ThetisException e) {
      refuse(call, router, e);
    }
    return false;
  }

  /** Whether another site masters the catalog; then the router hears which. */
  private boolean isElsewhere(Execute call, Connection router) {
    if (state.mastership.isMasteredHere(Catalog.PARTITION)) {
      return false;
    }
    List<Owner> owner = List.of(state.mastership.describe(Catalog.PARTITION));
    router.send(new Replan(call.attemptId(), state.report(), owner, null));
    return true;
  }
}

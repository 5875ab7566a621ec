package org.thetisdb.server.stage;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.execution.SeenCatalogs;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.SqlEngine;

/**
 * Sees to it that a call has what it runs, in the form that it needs at its stage; a call that has
 * not waits, and goes on when it is found or compiled. Owned by the site's engine.
 */
public final class Executables {
  private final SiteLife life;
  private final ExecutableFinder finder;
  private final SeenCatalogs catalogs;
  private final WaitingCalls waiting;
  private final ActiveCalls active;

  /** Finds what calls run; {@code definitions} says whether this site keeps to what others do. */
  Executables(
      Catalog catalog,
      SiteLife life,
      SqlEngine sql,
      CallRules scheme,
      BooleanSupplier definitions,
      SeenCatalogs catalogs,
      WaitingCalls waiting,
      ActiveCalls active) {
    this.life = life;
    this.finder = new ExecutableFinder(catalog, sql, scheme, definitions, this::onCompiled);
    this.catalogs = catalogs;
    this.waiting = waiting;
    this.active = active;
  }

  /** Whether a call that has come has what it runs; if not, it waits. */
  public boolean find(Transaction t) {
    return switch (finder.find(t)) {
      case FOUND -> true;
      case NOT_YET -> {
        waiting.awaitCatalog(t);
        yield false;
      }
      case COMPILES -> {
        waiting.track(t);
        yield false;
      }
    };
  }

  /**
   * Whether a call has what it runs under its snapshot; if not, it waits. A statement is run as it
   * was compiled for the catalog that its snapshot sees: that may be another one than when it came,
   * because it has waited, or because it reads an older state, for which a new index would not do.
   */
  public boolean findForSnapshot(Transaction t) {
    if (finder.findFor(t, catalogs.seenBy(t.snapshot()).catalog())) {
      return true;
    }
    waiting.track(t);
    return false;
  }

  /** A statement was compiled, or cannot be. */
  private void onCompiled(Transaction t, ThetisException error) {
    if (t.stage() == Transaction.Stage.DONE || life.isStopped()) {
      return;
    }
    if (error == null) {
      t.wake();
    } else if (t.open == null && error.code() == ErrorCode.SERIALIZATION_FAILURE) {
      active.replan(t, List.of(), null); // it is a transaction by itself: it can have a newer cut
    } else {
      active.refuse(t, error);
    }
  }
}

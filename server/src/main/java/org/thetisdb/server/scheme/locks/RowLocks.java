package org.thetisdb.server.scheme.locks;

import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.txn.CallPath;

/** Calls lock the rows that they write, and commit with one record in this site's log. */
public final class RowLocks implements SiteScheme {
  private final CallPath path;

  /** Calls pass the stages that all schemes have. */
  public RowLocks(SiteParts parts) {
    this.path = parts.common().underLocksBesideLine();
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.concurrency() == ConcurrencyControl.ROW_LOCKS
        && scheme.commit() == SiteCommit.LOCAL
        && scheme.dispatch() != Dispatch.BY_PHASE;
  }

  @Override
  public CallPath path() {
    return path;
  }
}

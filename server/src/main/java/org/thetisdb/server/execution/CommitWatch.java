package org.thetisdb.server.execution;

import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.txn.Transaction;

/** Hears of all that is committed at a site, in the instant in which it is. */
public interface CommitWatch {
  /** Rows of users were committed, by a call or, if that is null, as was decided elsewhere. */
  void onCommitted(Transaction call, List<RowKey> keys);

  /** Rows of the system were committed. */
  void onSystemRows();
}

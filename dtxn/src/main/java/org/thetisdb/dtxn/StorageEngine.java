package org.thetisdb.dtxn;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * One partition of a store that knows nothing of transactions: a state machine that takes bytes and
 * gives bytes (Jones, Dtxn, Figure 2-1). The cluster runs fragments on it one at a time, keeps
 * their log, undoes what is rolled back, and makes as many of it as there are partitions.
 *
 * <p>A class that implements it comes in a jar, is public, and has a public constructor without
 * parameters, which makes an empty partition. Its state is its own: it reads neither clock nor
 * random numbers, files or network, and two of them that ran the same fragments are the same. One
 * whose fragments are not deterministic names a {@linkplain UndoRecord#redo redo record} for each.
 * {@link org.thetisdb.dtxn.testing.EngineTester} checks all that is said here.
 *
 * <p><b>Threads.</b> One at a time, not always the same. A fragment is part of a transaction, and
 * all others of its site wait for it: it takes microseconds, and waits for nothing.
 */
public interface StorageEngine {
  /**
   * Runs a fragment.
   *
   * @param fragment what the application has sent; not to be changed
   * @param undo takes what is needed to undo it; null if nobody will undo it
   * @return what the application gets; null for nothing
   * @throws FragmentRefusedException if the transaction has to be rolled back; the engine is then
   *     as it was before
   */
  byte[] executeFragment(byte[] fragment, UndoRecord undo);

  /**
   * Whether a fragment reads and changes nothing, whatever the engine holds. Such a fragment waits
   * for no other transaction. Asked of an engine that holds nothing, on any thread.
   *
   * @param fragment as for {@link #executeFragment}
   * @return false unless overridden
   */
  default boolean onlyReads(byte[] fragment) {
    return false;
  }

  /**
   * Undoes a fragment. The last one is undone first.
   *
   * @param undo what {@link #executeFragment} or {@link #applyRedo} has filled
   */
  void applyUndoRecord(UndoRecord undo);

  /**
   * A fragment will not be undone any more. The first one is freed first.
   *
   * @param undo what {@link #executeFragment} or {@link #applyRedo} has filled
   */
  default void freeUndoRecord(UndoRecord undo) {}

  /**
   * Brings about what a fragment has done elsewhere.
   *
   * @param redo what {@link UndoRecord#redo} was given; not to be changed
   * @param undo as for {@link #executeFragment}
   */
  default void applyRedo(byte[] redo, UndoRecord undo) {
    throw new UnsupportedOperationException(getClass().getName() + " has no redo records");
  }

  /**
   * Writes all that it holds. What is undone later is in it; what was undone is not.
   *
   * @param out is closed by the caller
   * @throws IOException if the stream throws it
   */
  void writeSnapshot(OutputStream out) throws IOException;

  /**
   * Takes over what another one wrote. Called once, before anything else.
   *
   * @param in as it was written; is closed by the caller
   * @throws IOException if the stream throws it, or holds something else
   */
  void readSnapshot(InputStream in) throws IOException;

  /**
   * A number for all that it holds, by which two partitions are compared. It is asked for now and
   * then between fragments, so it should be kept up to date rather than calculated.
   *
   * @return equal for equal contents; always 0 if the engine has none
   */
  default long digest() {
    return 0;
  }
}

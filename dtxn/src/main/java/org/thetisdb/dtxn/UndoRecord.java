package org.thetisdb.dtxn;

/**
 * What an engine needs to undo one fragment, and may say about it. It belongs to the engine from
 * {@link StorageEngine#executeFragment} until it is applied or freed. For one thread at a time.
 */
public final class UndoRecord {
  private Object content;
  private byte[] redo;
  private boolean changesNothing;

  /** An empty one. */
  public UndoRecord() {}

  /**
   * Sets what undoes the fragment; opaque to the cluster.
   *
   * @param undo is not looked at
   */
  public void set(Object undo) {
    content = undo;
  }

  /** {@return what was set last; null if nothing was} */
  public Object get() {
    return content;
  }

  /**
   * Sets what stands in the log in place of the fragment, for engines whose fragments are not
   * deterministic, or dear to run again.
   *
   * @param record what {@link StorageEngine#applyRedo} will get
   */
  public void redo(byte[] record) {
    redo = record;
  }

  /** {@return what was set; null for the fragment itself} */
  public byte[] redo() {
    return redo;
  }

  /**
   * The fragment has only read, as it turned out: nothing is logged, and nothing has to be undone.
   */
  public void changedNothing() {
    changesNothing = true;
  }

  /** {@return whether the fragment has only read} */
  public boolean hasChangedNothing() {
    return changesNothing;
  }
}

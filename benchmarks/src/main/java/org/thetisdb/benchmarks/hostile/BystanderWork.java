package org.thetisdb.benchmarks.hostile;

/** What the bystander does, each over a connection of its own. */
public enum BystanderWork {
  /** Reads a row by its key, by a text that is known. */
  READ("reads", 100),
  /** Changes a row by its key, by a text that is known. */
  WRITE("writes", 100),
  /** Reads by texts that nobody has sent before. */
  NEW_TEXT("new texts", 20);

  private final String label;
  private final int perS;

  BystanderWork(String label, int perS) {
    this.label = label;
    this.perS = perS;
  }

  /** In tables. */
  public String label() {
    return label;
  }

  /** In JSON. */
  public String field() {
    return label.replace(' ', '_');
  }

  /** How many are begun in a second. */
  int perS() {
    return perS;
  }
}

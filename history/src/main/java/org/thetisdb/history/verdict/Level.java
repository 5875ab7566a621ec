package org.thetisdb.history.verdict;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a history is held to. */
public enum Level {
  /** Nobody reads what did not commit, or half of what did. */
  READ_COMMITTED("read-committed"),
  /** Snapshot isolation: all see one order of commits, and no update is lost. */
  SI("si"),
  /** Snapshot isolation in which no session goes back in time. */
  STRONG_SESSION_SI("strong-session-si"),
  /** As if one transaction ran after the other. */
  SERIALIZABLE("serializable"),
  /** Serializable, in an order that real time confirms. */
  STRICT_SERIALIZABLE("strict-serializable");

  private final String id;

  Level(String id) {
    this.id = id;
  }

  /** The name in commands. */
  public String id() {
    return id;
  }

  /**
   * The level of that name.
   *
   * @throws IllegalArgumentException if there is none; the sentence lists all
   */
  public static Level of(String id) {
    for (Level level : values()) {
      if (level.id.equals(id)) {
        return level;
      }
    }
    throw new IllegalArgumentException(
        "There is no level \"" + id + "\". There are: " + names() + ".");
  }

  private static String names() {
    return Arrays.stream(values()).map(Level::id).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return id;
  }
}

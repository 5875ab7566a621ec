package org.thetisdb.sql.parse;

import java.util.HashMap;
import java.util.Map;

/** What is put between the tokens of a text. For one text; not thread-safe. */
final class Insertions {
  private final Map<Integer, String> before = new HashMap<>();
  private final Map<Integer, String> behind = new HashMap<>();

  /** Puts it before a token, and before what was put there earlier. */
  void addBefore(int token, String inserted) {
    before.merge(token, inserted, (present, more) -> more + present);
  }

  /** Puts it behind a token, and behind what was put there earlier. */
  void addBehind(int token, String inserted) {
    behind.merge(token, inserted, (present, more) -> present + more);
  }

  String before(int token) {
    return before.getOrDefault(token, "");
  }

  String behind(int token) {
    return behind.getOrDefault(token, "");
  }
}

package org.thetisdb.sql.parse.form;

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

  /** Takes back what was put around tokens that are left out. */
  void remove(int first, int last) {
    for (int token = first; token <= last; token++) {
      before.remove(token);
      behind.remove(token);
    }
  }

  String before(int token) {
    return before.getOrDefault(token, "");
  }

  String behind(int token) {
    return behind.getOrDefault(token, "");
  }
}

package org.thetisdb.core.config;

import java.util.Collection;

/** Finds the name that somebody probably meant. Stateless. */
public final class NearestName {
  private NearestName() {}

  /** The name with the fewest letters to change; null if all are far away. */
  public static String of(String wrong, Collection<String> names) {
    String nearest = null;
    int least = Math.max(2, wrong.length() / 2) + 1;
    for (String name : names) {
      int distance = distance(wrong, name);
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    return nearest;
  }

  /** Levenshtein's distance: letters to insert, delete or replace. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

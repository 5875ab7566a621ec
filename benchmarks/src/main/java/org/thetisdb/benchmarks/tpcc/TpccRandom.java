package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;

/** The random values that the specification defines (clauses 2.1.6 and 4.3.2). For one thread. */
public final class TpccRandom {
  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int NAMES = 1_000;

  /** The constants C of the specification; those of names differ by one of the allowed deltas. */
  private static final int C_OF_LOADED_NAMES = 100;

  private static final int C_OF_NAMES = 185;
  private static final int C_OF_CUSTOMERS = 511;
  private static final int C_OF_ITEMS = 4_095;

  private final RandomGenerator random;

  TpccRandom(RandomGenerator random) {
    this.random = random;
  }

  /** A number of a range, both ends included. */
  int number(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  /** Whether something of so many percent happens. */
  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A number with so many digits behind the point. */
  BigDecimal decimal(int low, int high, int digits) {
    return BigDecimal.valueOf(number(low, high), digits);
  }

  private int uneven(int mask, int c, int low, int high) {
    int mixed = number(0, mask) | number(low, high);
    return (mixed + c) % (high - low + 1) + low;
  }

  int customer(int customers) {
    return uneven(1_023, C_OF_CUSTOMERS, 1, customers);
  }

  int item(int items) {
    return uneven(8_191, C_OF_ITEMS, 1, items);
  }

  /** A last name that customers have. */
  String lastName(int customers) {
    return name(uneven(255, C_OF_NAMES, 0, Math.min(NAMES, customers) - 1));
  }

  /** The last name of a customer who is loaded: the first ones have each name once. */
  String loadedLastName(int customer) {
    return name(customer <= NAMES ? customer - 1 : uneven(255, C_OF_LOADED_NAMES, 0, NAMES - 1));
  }

  private static String name(int number) {
    return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
  }

  /** Letters and digits. */
  String text(int shortest, int longest) {
    int length = number(shortest, longest);
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = LETTERS.charAt(random.nextInt(LETTERS.length()));
    }
    return new String(text);
  }

  String digits(int length) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) ('0' + random.nextInt(10));
    }
    return new String(text);
  }

  /** A text of which every tenth holds the word that orders look for. */
  String textWithOriginal() {
    String text = text(26, 50);
    if (!percent(10)) {
      return text;
    }
    int place = number(0, text.length() - 8);
    return text.substring(0, place) + "ORIGINAL" + text.substring(place + 8);
  }
}

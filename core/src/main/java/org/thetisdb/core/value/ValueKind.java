package org.thetisdb.core.value;

/** The bytes that name a value's kind. Part of the format: they may be added to, not changed. */
final class ValueKind {
  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int INT = 3;
  static final int LONG = 4;
  static final int DOUBLE = 5;
  static final int DECIMAL = 6;
  static final int STRING = 7;
  static final int BYTES = 8;
  static final int INSTANT = 9;
  static final int UUID = 10;
  static final int LIST = 11;
  static final int MAP = 12;
  static final int DATE = 13;
  static final int TIME = 14;
  static final int DATE_TIME = 15;
  static final int OFFSET_DATE_TIME = 16;
  static final int LARGE = 17;

  private ValueKind() {}
}

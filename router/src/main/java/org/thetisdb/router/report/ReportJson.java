package org.thetisdb.router.report;

import java.util.Locale;

/** Writes a JSON text. Names and values in the order of the calls. Not thread-safe. */
public final class ReportJson {
  private final StringBuilder text = new StringBuilder();
  private boolean needsComma;

  /** Begins an object as an element, or as the whole text. */
  public ReportJson beginObject() {
    return open('{');
  }

  /** Begins an object as a named value. */
  public ReportJson beginObject(String name) {
    return name(name).open('{');
  }

  /** Ends the object begun last. */
  public ReportJson endObject() {
    return close('}');
  }

  /** Begins an array as a named value. */
  public ReportJson beginArray(String name) {
    return name(name).open('[');
  }

  /** Ends the array begun last. */
  public ReportJson endArray() {
    return close(']');
  }

  /** Adds a text. */
  public ReportJson put(String name, String value) {
    name(name);
    if (value == null) {
      text.append("null");
    } else {
      quote(value);
    }
    needsComma = true;
    return this;
  }

  /** Adds a whole number. */
  public ReportJson put(String name, long value) {
    name(name);
    text.append(value);
    needsComma = true;
    return this;
  }

  /** Adds a number. */
  public ReportJson put(String name, double value) {
    name(name);
    text.append(Double.isFinite(value) ? String.format(Locale.ROOT, "%.4f", value) : "null");
    needsComma = true;
    return this;
  }

  /** Adds a truth value. */
  public ReportJson put(String name, boolean value) {
    name(name);
    text.append(value);
    needsComma = true;
    return this;
  }

  /** An element of an array. */
  public ReportJson add(long value) {
    comma();
    text.append(value);
    needsComma = true;
    return this;
  }

  /** An element of an array. */
  public ReportJson add(double value) {
    comma();
    text.append(Double.isFinite(value) ? String.format(Locale.ROOT, "%.4f", value) : "null");
    needsComma = true;
    return this;
  }

  /** An element of an array. */
  public ReportJson add(String value) {
    comma();
    quote(value);
    needsComma = true;
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private ReportJson name(String name) {
    comma();
    quote(name);
    text.append(':');
    needsComma = false;
    return this;
  }

  private ReportJson open(char bracket) {
    comma();
    text.append(bracket);
    needsComma = false;
    return this;
  }

  private ReportJson close(char bracket) {
    text.append(bracket);
    needsComma = true;
    return this;
  }

  private void comma() {
    if (needsComma) {
      text.append(',');
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}

package org.thetisdb.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * Turns the JSON of a line into calls of a sink. Everything is looked at before anything is passed
 * on.
 */
final class TransactionParser {
  private static final List<String> NUMBERS = List.of("session", "index", "begin_ns", "end_ns");
  private static final int SESSION = 0;
  private static final int INDEX = 1;
  private static final int BEGIN = 2;
  private static final int END = 3;
  private static final String STATUS = "status";
  private static final String OPS = "ops";
  private static final int APPEND = -2;
  private static final int UNKNOWN = -1;

  private final TextNumbers labels;
  private final HistorySink sink;
  private final long[] numbers = new long[NUMBERS.size()];
  private final List<String> found = new ArrayList<>();

  /** Of each operation: {@link #APPEND}, {@link #UNKNOWN}, or how many values were read. */
  private final IntArrayList counts = new IntArrayList();

  private final LongArrayList keys = new LongArrayList();
  private final LongArrayList values = new LongArrayList();
  private long[] list = new long[16];
  private Status status;

  TransactionParser(TextNumbers labels, HistorySink sink) {
    this.labels = labels;
    this.sink = sink;
  }

  /**
   * Reads one transaction, and nothing behind it.
   *
   * @throws HistoryException if it is none
   */
  void parse(JsonParser json) throws IOException {
    clear();
    expect(json.nextToken() == JsonToken.START_OBJECT, "an object for the transaction", json);
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      field(field, json);
    }
    expect(json.nextToken() == null, "nothing behind the transaction", json);
    requireAll();
    tell();
  }

  private void clear() {
    found.clear();
    counts.clear();
    keys.clear();
    values.clear();
  }

  private void field(String field, JsonParser json) throws IOException {
    int number = NUMBERS.indexOf(field);
    boolean known = number >= 0 || field.equals(STATUS) || field.equals(OPS);
    if (!known) {
      json.skipChildren();
      return;
    }
    if (found.contains(field)) {
      throw new HistoryException("expected \"" + field + "\" once, but it is there twice.");
    }
    found.add(field);
    if (number >= 0) {
      numbers[number] = number(json, "\"" + field + "\"");
    } else if (field.equals(STATUS)) {
      status = status(json);
    } else {
      ops(json);
    }
  }

  private static Status status(JsonParser json) throws IOException {
    Status status =
        json.currentToken() == JsonToken.VALUE_STRING ? Status.of(json.getText()) : null;
    expect(status != null, "\"status\" to be \"ok\", \"fail\" or \"info\"", json);
    return status;
  }

  private void ops(JsonParser json) throws IOException {
    expect(json.currentToken() == JsonToken.START_ARRAY, "\"ops\" to be an array", json);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expect(json.currentToken() == JsonToken.START_ARRAY, "each operation to be an array", json);
      op(json);
    }
  }

  private void op(JsonParser json) throws IOException {
    json.nextToken();
    String name = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "";
    boolean append = name.equals("append");
    expect(append || name.equals("r"), "an operation \"append\" or \"r\"", json);
    json.nextToken();
    keys.addLong(name(json, "the key"));
    json.nextToken();
    if (append) {
      counts.addInt(APPEND);
      values.addLong(name(json, "the value"));
    } else {
      counts.addInt(readValues(json));
    }
    expect(json.nextToken() == JsonToken.END_ARRAY, "the end of the operation", json);
  }

  private int readValues(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return UNKNOWN;
    }
    expect(json.currentToken() == JsonToken.START_ARRAY, "what was read: a list or null", json);
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.addLong(name(json, "a value that was read"));
      count++;
    }
    return count;
  }

  /** A key or a value: a number, or a text's number. */
  private long name(JsonParser json, String what) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return labels.numberOf(json.getText());
    }
    expect(
        json.currentToken() == JsonToken.VALUE_NUMBER_INT,
        what + " as a whole number or a text",
        json);
    return number(json, what);
  }

  private static long number(JsonParser json, String what) throws IOException {
    expect(json.currentToken() == JsonToken.VALUE_NUMBER_INT, what + " as a whole number", json);
    boolean fits = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    long number = fits ? json.getLongValue() : 0;
    expect(
        fits && number >= HistorySink.MIN_NUMBER && number <= HistorySink.MAX_NUMBER,
        what + " between -2^62 and 2^62 - 1",
        json);
    return number;
  }

  private void requireAll() {
    for (String field : NUMBERS) {
      require(field);
    }
    require(STATUS);
    require(OPS);
  }

  private void require(String field) {
    if (!found.contains(field)) {
      throw new HistoryException("expected a field \"" + field + "\", but there is none.");
    }
  }

  private void tell() {
    sink.begin(numbers[SESSION], numbers[INDEX], numbers[BEGIN], numbers[END], status);
    int next = 0;
    for (int i = 0; i < counts.size(); i++) {
      int count = counts.getInt(i);
      long key = keys.getLong(i);
      if (count == APPEND) {
        sink.append(key, values.getLong(next++));
      } else if (count == UNKNOWN) {
        sink.readUnknown(key);
      } else {
        tellRead(key, next, count);
        next += count;
      }
    }
    sink.end();
  }

  private void tellRead(long key, int first, int count) {
    if (list.length < count) {
      list = new long[Math.max(count, 2 * list.length)];
    }
    for (int i = 0; i < count; i++) {
      list[i] = values.getLong(first + i);
    }
    sink.read(key, list, count);
  }

  private static void expect(boolean condition, String what, JsonParser json) throws IOException {
    if (!condition) {
      throw new HistoryException("expected " + what + ", but found " + shown(json) + ".");
    }
  }

  private static String shown(JsonParser json) throws IOException {
    if (json.currentToken() == null) {
      return "the end of the line";
    }
    String text = json.getText();
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}

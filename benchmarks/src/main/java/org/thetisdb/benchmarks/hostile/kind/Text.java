package org.thetisdb.benchmarks.hostile.kind;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Pieces of statements, many times. */
final class Text {
  private Text() {}

  /** So many pieces, numbered from 1, with something in between. */
  static String joined(int count, String between, IntFunction<String> piece) {
    return IntStream.rangeClosed(1, count).mapToObj(piece).collect(Collectors.joining(between));
  }

  /** Something within so many pairs. */
  static String nested(int depth, String before, String inner, String behind) {
    return before.repeat(depth) + inner + behind.repeat(depth);
  }
}

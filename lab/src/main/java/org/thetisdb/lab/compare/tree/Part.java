package org.thetisdb.lab.compare.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a statement. It knows no SQL; it knows what of it may go and what may take its place.
 * Immutable.
 */
public sealed interface Part {
  /** Nothing at all. */
  static Part none() {
    return new Word("");
  }

  /** Writes the text. */
  void appendTo(StringBuilder out);

  /** The text. */
  default String text() {
    StringBuilder out = new StringBuilder();
    appendTo(out);
    return out.toString();
  }

  /** A text that stays as it is. */
  record Word(String text) implements Part {
    @Override
    public void appendTo(StringBuilder out) {
      out.append(text);
    }
  }

  /**
   * Parts one behind the other.
   *
   * @param sort any part of the same sort may stand here
   */
  record Node(String sort, List<Part> parts) implements Part {
    /** Takes a copy. */
    public Node {
      parts = List.copyOf(parts);
    }

    @Override
    public void appendTo(StringBuilder out) {
      parts.forEach(part -> part.appendTo(out));
    }

    Node with(int at, Part part) {
      List<Part> changed = new ArrayList<>(parts);
      changed.set(at, part);
      return new Node(sort, changed);
    }
  }

  /**
   * Members with a text between each two.
   *
   * @param fewest how many have to stay
   */
  record Series(String separator, int fewest, List<Part> members) implements Part {
    /** Takes a copy. */
    public Series {
      members = List.copyOf(members);
    }

    @Override
    public void appendTo(StringBuilder out) {
      for (int i = 0; i < members.size(); i++) {
        out.append(i == 0 ? "" : separator);
        members.get(i).appendTo(out);
      }
    }

    Series with(int at, Part part) {
      List<Part> changed = new ArrayList<>(members);
      changed.set(at, part);
      return new Series(separator, fewest, changed);
    }

    Series without(int from, int to) {
      List<Part> changed = new ArrayList<>(members.subList(0, from));
      changed.addAll(members.subList(to, members.size()));
      return new Series(separator, fewest, changed);
    }
  }

  /** A part that may go. */
  record Option(Part part) implements Part {
    @Override
    public void appendTo(StringBuilder out) {
      part.appendTo(out);
    }
  }

  /** A node of texts and parts, in their order. */
  static Node node(String sort, Object... parts) {
    List<Part> all = new ArrayList<>();
    for (Object part : parts) {
      all.add(part instanceof Part one ? one : new Word((String) part));
    }
    return new Node(sort, all);
  }

  /** Parts that may go, all together. */
  static Part option(Object... parts) {
    return new Option(node("", parts));
  }

  /** Members of which one at least stays. */
  static Series series(String separator, List<? extends Part> members) {
    return new Series(separator, 1, List.copyOf(members));
  }
}

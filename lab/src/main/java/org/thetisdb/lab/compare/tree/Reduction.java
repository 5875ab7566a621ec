package org.thetisdb.lab.compare.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.lab.compare.tree.Part.Node;
import org.thetisdb.lab.compare.tree.Part.Option;
import org.thetisdb.lab.compare.tree.Part.Series;
import org.thetisdb.lab.compare.tree.Part.Word;

/**
 * Makes a tree smaller, step by step, while something stays true of it: what may go goes, and in
 * the place of a part comes a smaller one of its sort, from within it or the simplest one there is.
 * Deterministic. Not thread-safe.
 */
public final class Reduction {
  private final Map<String, List<String>> simplest;
  private final Set<String> seen = new HashSet<>();
  private int triesLeft;

  /**
   * A reduction.
   *
   * @param simplest texts for each sort that has any
   * @param mostTries how often the condition may be asked for
   */
  public Reduction(Map<String, List<String>> simplest, int mostTries) {
    this.simplest = simplest;
    this.triesLeft = mostTries;
  }

  /** The smallest tree that was found of which the condition is true, as it is of the first. */
  public Part reduce(Part root, Predicate<Part> condition) {
    Part smallest = root;
    Part smaller = step(root, condition);
    while (smaller != null) {
      smallest = smaller;
      smaller = step(smallest, condition);
    }
    return smallest;
  }

  private Part step(Part root, Predicate<Part> condition) {
    int length = root.text().length();
    List<Part> variants = new ArrayList<>();
    collect(root, variants::add);
    variants.removeIf(variant -> variant.text().length() >= length);
    variants.sort(Comparator.comparingInt(variant -> variant.text().length()));
    for (Part variant : variants) {
      if (triesLeft == 0) {
        return null;
      }
      if (seen.add(variant.text())) {
        triesLeft--;
        if (condition.test(variant)) {
          return variant;
        }
      }
    }
    return null;
  }

  /** All trees that differ from this one by one step. */
  private void collect(Part part, Consumer<Part> variants) {
    if (part instanceof Node node) {
      replacements(node, variants);
      for (int i = 0; i < node.parts().size(); i++) {
        int at = i;
        collect(node.parts().get(at), changed -> variants.accept(node.with(at, changed)));
      }
    } else if (part instanceof Series series) {
      removals(series, variants);
      for (int i = 0; i < series.members().size(); i++) {
        int at = i;
        collect(series.members().get(at), changed -> variants.accept(series.with(at, changed)));
      }
    } else if (part instanceof Option option) {
      variants.accept(Part.none());
      collect(option.part(), changed -> variants.accept(new Option(changed)));
    }
  }

  private void replacements(Node node, Consumer<Part> variants) {
    if (node.sort().isEmpty()) {
      return;
    }
    for (String text : simplest.getOrDefault(node.sort(), List.of())) {
      variants.accept(new Node(node.sort(), List.of(new Word(text))));
    }
    node.parts().forEach(part -> within(part, node.sort(), variants));
  }

  private static void within(Part part, String sort, Consumer<Part> found) {
    if (part instanceof Node node) {
      if (node.sort().equals(sort)) {
        found.accept(node);
      }
      node.parts().forEach(inner -> within(inner, sort, found));
    } else if (part instanceof Series series) {
      series.members().forEach(inner -> within(inner, sort, found));
    } else if (part instanceof Option option) {
      within(option.part(), sort, found);
    }
  }

  private static void removals(Series series, Consumer<Part> variants) {
    int size = series.members().size();
    for (int length = size / 2; length >= 1; length /= 2) {
      for (int from = 0; from + length <= size; from += length) {
        if (size - length >= series.fewest()) {
          variants.accept(series.without(from, from + length));
        }
      }
    }
  }
}

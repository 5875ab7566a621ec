package org.thetisdb.sql.define.step;

import java.util.List;

/**
 * What a definition changes. All its rows are written by one transaction, whose base must still be
 * the catalog that it was planned on: the version that the catalog's head row holds.
 *
 * @param rows in the order in which they are to be applied; empty if there is nothing to do
 * @param steps what follows, in order
 * @param notices what the client should know, each a sentence
 */
public record CatalogChange(List<SystemRow> rows, List<Step> steps, List<String> notices) {
  /** Copies the lists. */
  public CatalogChange {
    rows = List.copyOf(rows);
    steps = List.copyOf(steps);
    notices = List.copyOf(notices);
  }

  /** Whether it has rows of tables go that nothing refers to any more, and does no other work. */
  public boolean makesRoom() {
    return !steps.isEmpty() && steps.stream().allMatch(Step::isTidying);
  }

  /** Nothing changes; the notice says why. */
  static CatalogChange none(String notice) {
    return new CatalogChange(List.of(), List.of(), List.of(notice));
  }
}

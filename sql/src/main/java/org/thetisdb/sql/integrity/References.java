package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.context.RowMover;

/**
 * Keeps foreign keys in one transaction. As long as no row of the parent's table may vanish, a
 * child only looks whether its parent is there. Else it writes the parent as it is: two
 * transactions of which one makes a child and the other deletes its parent then write the same row,
 * so one of them sees the other or is rolled back. Reading the parent would not do: under snapshot
 * isolation both could commit. Not thread-safe.
 */
final class References {
  /** How many foreign keys one deletion may follow from table to table. */
  static final int MAX_DEPTH = 100;

  /** Most rows that one transaction may delete or change by following foreign keys. */
  static final int MAX_FOLLOWED = 100_000;

  private static final int BATCH = 500;

  private final IntegrityContext context;
  private final Context inner;
  private final ExistenceGuard guard;
  private final DeferredChecks deferred;

  /** By foreign key what the last child referred to whose parent may not vanish during this run. */
  private final Map<ForeignKeyRule, Object[]> lastApplied = new HashMap<>(4);

  private final List<Gone> gone = new ArrayList<>();
  private final List<Orphan> orphans = new ArrayList<>();
  private boolean together;
  private int depth;
  private int followed;

  /** {@code context} keeps the rules of the children, too; {@code inner} does what it is asked. */
  References(
      IntegrityContext context, Context inner, ExistenceGuard guard, DeferredChecks deferred) {
    this.deferred = deferred;
    this.guard = guard;
    this.context = context;
    this.inner = inner;
  }

  /** Requires the parent of a row that was written, unless it refers to the same as before. */
  void requireParent(ForeignKeyRule rule, Row before, Row after) {
    if (!rule.refers(after)) {
      return;
    }
    boolean same = before != null && rule.sameReference(before, after);
    if (deferred.isDeferred(rule)) {
      if (!same || deferred.isNoted(rule, before)) {
        deferred.note(rule, after);
      }
    } else if (!same) {
      requireParentNow(rule, after);
    }
  }

  /** Requires the parent of a row that refers to one. */
  void requireParentNow(ForeignKeyRule rule, Row after) {
    if (!rule.refers(after)) {
      return;
    }
    if (guard.relyOn(rule.parent().stored())) {
      if (!isApplied(rule, rule.parentValues(after))) {
        onMissing(rule, after);
      }
      return;
    }
    Row parent = rule.findParent(inner, after);
    if (parent == null) {
      onMissing(rule, after);
      return;
    }
    inner.put(parent);
  }

  /**
   * Whether there is a parent that may not vanish. Lines of one order come one after the other:
   * what was found for the last child is there for the next.
   */
  private boolean isApplied(ForeignKeyRule rule, Object[] values) {
    if (values == null) {
      return false;
    }
    if (Arrays.equals(values, lastApplied.get(rule))) {
      return true;
    }
    boolean found = rule.findParent(guard::applied, values) != null;
    if (found) {
      lastApplied.put(rule, values);
    }
    return found;
  }

  /** Its parent may come later in the same statement. */
  private void onMissing(ForeignKeyRule rule, Row child) {
    if (together) {
      orphans.add(new Orphan(rule, child));
      return;
    }
    guard.onMissing();
    throw context.refuse(rule.noParent(child));
  }

  /**
   * Children of a parent that changed.
   *
   * @param children as they were when it had not changed yet
   */
  record Followers(ForeignKeyRule rule, Row before, Row after, List<Row> children) {}

  /** Does what its foreign key says to the children of a row whose columns changed in its place. */
  void onParentChanged(ForeignKeyRule rule, Row before, Row after) {
    List<Followers> followers = new ArrayList<>(1);
    collect(rule, new RowMover.Move(before, after), followers);
    follow(followers);
  }

  /** Notes the children of a row that moves, if what they refer to changes. */
  void collect(ForeignKeyRule rule, RowMover.Move move, List<Followers> followers) {
    if (rule.sameReferred(move.from(), move.to())) {
      return;
    }
    guard.onVanishing(rule.parent().stored());
    boolean follows = follows(rule.definition().onUpdate());
    List<Row> children =
        follows ? rule.findChildren(inner, move.from(), MAX_FOLLOWED + 1) : List.<Row>of();
    followed += children.size();
    if (followed > MAX_FOLLOWED) {
      throw tooMuch("more than " + MAX_FOLLOWED + " rows to delete or change by foreign keys");
    }
    followers.add(new Followers(rule, move.from(), move.to(), children));
  }

  /** Has the children follow, when all parents are where they will be. */
  void follow(List<Followers> all) {
    if (all.isEmpty()) {
      return;
    }
    if (++depth > MAX_DEPTH) {
      throw tooMuch("more than " + MAX_DEPTH + " foreign keys to follow one after the other");
    }
    for (Followers followers : all) {
      switch (followers.rule().definition().onUpdate()) {
        case RESTRICT -> requireNoChild(followers.rule(), followers.before());
        case NO_ACTION -> requireParentOrNoChild(followers.rule(), followers.before());
        case CASCADE, SET_NULL -> context.move(moves(followers));
        case SET_DEFAULT -> {
          context.move(moves(followers));
          requireParentOrNoChild(followers.rule(), followers.before());
        }
      }
    }
    depth--;
  }

  private static boolean follows(ForeignKeyDef.OnParent action) {
    return switch (action) {
      case RESTRICT, NO_ACTION -> false;
      case CASCADE, SET_NULL, SET_DEFAULT -> true;
    };
  }

  /** Where keys are shifted, another row may have taken the place. */
  private void requireParentOrNoChild(ForeignKeyRule rule, Row before) {
    if (deferred.isDeferred(rule)) {
      noteChildren(rule, before);
      return;
    }
    List<Row> child = rule.findChildren(inner, before, 1);
    if (!child.isEmpty() && rule.findParent(inner, child.get(0)) == null) {
      requireNoChild(rule, before);
    }
  }

  private List<RowMover.Move> moves(Followers followers) {
    List<RowMover.Move> moves = new ArrayList<>(followers.children().size());
    for (Row child : followers.children()) {
      moves.add(new RowMover.Move(child, moved(followers, child)));
    }
    return moves;
  }

  private Row moved(Followers followers, Row child) {
    ForeignKeyRule rule = followers.rule();
    return switch (rule.definition().onUpdate()) {
      case CASCADE -> rule.withReference(child, followers.after());
      case SET_NULL -> rule.withNulls(child);
      case SET_DEFAULT -> rule.withDefaults(inner, child);
      case RESTRICT, NO_ACTION -> throw new IllegalStateException("children that stay");
    };
  }

  /** Children whose parent is gone or has changed have to have one when they are checked. */
  private void noteChildren(ForeignKeyRule rule, Row parent) {
    List<Row> children = rule.findChildren(inner, parent, MAX_FOLLOWED + 1);
    followed += children.size();
    if (followed > MAX_FOLLOWED) {
      throw tooMuch("more than " + MAX_FOLLOWED + " rows to check by foreign keys");
    }
    children.forEach(child -> deferred.note(rule, child));
  }

  /** A row that was deleted, to which no row may refer when the statement ends. */
  private record Gone(ForeignKeyRule rule, Row parent) {}

  /** A row whose parent has to be there when the statement ends. */
  private record Orphan(ForeignKeyRule rule, Row child) {}

  /**
   * Makes changes, and requires when they are made that nobody refers to rows that are gone or have
   * never come.
   */
  void together(Runnable changes) {
    if (together) {
      changes.run();
      return;
    }
    together = true;
    try {
      changes.run();
      together = false;
      gone.forEach(row -> requireNoChild(row.rule(), row.parent()));
      orphans.forEach(this::requireParentOf);
    } finally {
      gone.clear();
      orphans.clear();
      together = false;
    }
  }

  private void requireParentOf(Orphan orphan) {
    Row child = Rows.get(inner, orphan.child().table(), orphan.child().encodedKey());
    if (child != null) {
      requireParentNow(orphan.rule(), child);
    }
  }

  private void requireNoChild(ForeignKeyRule rule, Row parent) {
    if (!rule.findChildren(inner, parent, 1).isEmpty()) {
      ForeignKeyDef key = rule.definition();
      throw context.refuse(
          ThetisException.withMessage(
              ErrorCode.FOREIGN_KEY_VIOLATION,
              "Constraint \"%s\" of table \"%s\": rows there refer to %s of table \"%s\"."
                  .formatted(
                      key.name(),
                      rule.child().name(),
                      Rows.describe(rule.parent(), key.parentColumns(), parent),
                      rule.parent().name())));
    }
  }

  /** Does to the children of a row that was deleted what their foreign key says. */
  void onParentGone(ForeignKeyRule rule, Row parent) {
    switch (rule.definition().onDelete()) {
      case RESTRICT -> requireNoChild(rule, parent);
      case NO_ACTION -> {
        if (deferred.isDeferred(rule)) {
          noteChildren(rule, parent);
        } else if (together) {
          gone.add(new Gone(rule, parent));
        } else {
          requireNoChild(rule, parent);
        }
      }
      case CASCADE, SET_NULL, SET_DEFAULT -> follow(rule, parent);
    }
  }

  private void follow(ForeignKeyRule rule, Row parent) {
    if (++depth > MAX_DEPTH) {
      throw tooMuch("more than " + MAX_DEPTH + " foreign keys to follow one after the other");
    }
    List<Row> children = rule.findChildren(inner, parent, BATCH);
    while (!children.isEmpty()) {
      children.forEach(child -> leave(rule, child));
      children = rule.findChildren(inner, parent, BATCH);
    }
    depth--;
  }

  private void leave(ForeignKeyRule rule, Row child) {
    if (++followed > MAX_FOLLOWED) {
      throw tooMuch("more than " + MAX_FOLLOWED + " rows to delete or change by foreign keys");
    }
    if (rule.definition().onDelete() == ForeignKeyDef.OnParent.CASCADE) {
      Rows.delete(context, child.table(), child.encodedKey());
      return;
    }
    if (rule.definition().onDelete() == ForeignKeyDef.OnParent.SET_DEFAULT) {
      Row changed = rule.withDefaults(inner, child);
      if (rule.sameReference(child, changed)) {
        throw noParent(rule, child); // its default is what has gone
      }
      context.move(List.of(new RowMover.Move(child, changed)));
      return;
    }
    for (int column : rule.childColumns()) {
      child.setNull(column);
    }
    context.put(child);
  }

  private ThetisException noParent(ForeignKeyRule rule, Row child) {
    return context.refuse(rule.noParent(child));
  }

  private ThetisException tooMuch(String what) {
    return context.refuse(new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, what));
  }
}

package org.thetisdb.launcher.compare;

import org.thetisdb.launcher.compare.Difference.Kind;
import org.thetisdb.launcher.compare.database.Answer;
import org.thetisdb.launcher.compare.grammar.Change;
import org.thetisdb.launcher.compare.grammar.Partition;
import org.thetisdb.launcher.compare.tree.Part;

/** A statement and the oracle that judges its answer. Immutable. */
sealed interface Trial {
  /** The statement. */
  Part tree();

  /** The same oracle with another statement. */
  Trial with(Part tree);

  /** What is wrong; null if nothing is, or if it is not determined what were right. */
  Difference judge(Targets targets);

  /** What two databases say of one statement. */
  private static Difference compared(String sql, Answer expected, Answer actual) {
    if (actual.sqlState().equals(Answer.FAULT)) {
      return new Difference(Kind.FAULT, sql, expected, actual);
    }
    if (expected.isGood() && !actual.isGood()) {
      Kind kind = isOfValues(actual) ? Kind.ERROR : Kind.REFUSED;
      return new Difference(kind, sql, expected, actual);
    }
    if (!expected.isGood()) {
      boolean differs = isOfValues(expected) && !expected.sqlState().equals(actual.sqlState());
      return differs ? new Difference(Kind.ERROR, sql, expected, actual) : null;
    }
    if (Targets.same(sql, expected, actual)) {
      return null;
    }
    boolean rounded = Texts.rounded(expected.sorted()).equals(Texts.rounded(actual.sorted()));
    return new Difference(rounded ? Kind.DIGITS : Kind.ROWS, sql, expected, actual);
  }

  /** Errors of what is calculated, and not of how it is written. */
  private static boolean isOfValues(Answer error) {
    return error.sqlState().startsWith("22") || error.sqlState().startsWith("21");
  }

  /** A query, beside PostgreSQL. */
  record Query(Part tree, boolean keyed) implements Trial {
    @Override
    public Trial with(Part other) {
      return new Query(other, keyed);
    }

    @Override
    public Difference judge(Targets targets) {
      String sql = tree.text();
      Answer expected = targets.postgreSql().query(sql);
      Answer actual = (keyed ? targets.keyed() : targets.plain()).query(sql);
      Difference found = compared(sql, expected, actual);
      boolean isSure = found == null || found.kind() != Kind.ROWS || targets.isDetermined(sql);
      return isSure ? found : null;
    }
  }

  /** A change and what the table holds behind it, beside PostgreSQL. */
  record Changed(Change change) implements Trial {
    @Override
    public Part tree() {
      return change.tree();
    }

    @Override
    public Trial with(Part other) {
      return new Changed(new Change(other, change.table(), change.needsKey()));
    }

    String look() {
      return "SELECT * FROM " + change.table();
    }

    @Override
    public Difference judge(Targets targets) {
      String sql = tree().text();
      Answer expected = targets.postgreSql().change(sql, look());
      Answer actual = targets.keyed().change(sql, look());
      Difference found = compared(sql, expected, actual);
      boolean isSure =
          found == null || found.kind() != Kind.ROWS || targets.isDetermined(sql, look());
      return isSure ? found : null;
    }
  }

  /** A query by other plans: without keys and indexes, and without rules of the optimizer. */
  record Plans(Part tree) implements Trial {
    @Override
    public Trial with(Part other) {
      return new Plans(other);
    }

    @Override
    public Difference judge(Targets targets) {
      String sql = tree.text();
      Answer keyed = targets.keyed().query(sql);
      for (Answer other : new Answer[] {targets.plain().query(sql), targets.bare().query(sql)}) {
        boolean fault = other.sqlState().equals(Answer.FAULT);
        boolean differs = keyed.isGood() && other.isGood() && !Targets.same(sql, other, keyed);
        if (fault || (differs && targets.isDetermined(sql))) {
          return new Difference(fault ? Kind.FAULT : Kind.PLANS, sql, keyed, other);
        }
      }
      return null;
    }
  }

  /** A query and its three parts by a condition. */
  record Parts(Partition partition) implements Trial {
    @Override
    public Part tree() {
      return partition.tree();
    }

    @Override
    public Trial with(Part other) {
      return new Parts(partition.with(other));
    }

    @Override
    public Difference judge(Targets targets) {
      String whole = partition.whole();
      Answer one = targets.keyed().query(whole);
      Answer three = targets.keyed().query(partition.parts());
      if (!one.isGood() || !three.isGood() || Targets.same(whole, one, three)) {
        return null;
      }
      return isDetermined(targets)
          ? new Difference(Kind.PARTITION, partition.parts(), one, three)
          : null;
    }

    private boolean isDetermined(Targets targets) {
      return !targets.hasPostgreSql()
          || Targets.same(
              partition.whole(),
              targets.postgreSql().query(partition.whole()),
              targets.postgreSql().query(partition.parts()));
    }
  }
}

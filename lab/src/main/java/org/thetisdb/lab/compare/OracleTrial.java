package org.thetisdb.lab.compare;

import java.util.function.Supplier;
import org.thetisdb.lab.compare.Difference.Kind;
import org.thetisdb.lab.compare.database.ComparedDatabase;
import org.thetisdb.lab.compare.database.DatabaseAnswer;
import org.thetisdb.lab.compare.grammar.GeneratedChange;
import org.thetisdb.lab.compare.grammar.Partition;
import org.thetisdb.lab.compare.tree.Part;

/** A statement and the oracle that judges its answer. Immutable. */
sealed interface OracleTrial {
  /** The statement. */
  Part tree();

  /** The same oracle with another statement. */
  OracleTrial with(Part tree);

  /** What is wrong; null if nothing is, or if it is not determined what were right. */
  default Difference differs(ComparedDatabases targets) {
    return judge(targets).difference();
  }

  /** Judges what the targets answer. */
  Judgement judge(ComparedDatabases targets);

  /**
   * What came of it.
   *
   * @param taken whether PostgreSQL takes the statement
   * @param difference null if nothing is wrong, or if it is not determined what were right
   */
  record Judgement(boolean taken, Difference difference) {}

  private static Judgement alone(Difference difference) {
    return new Judgement(false, difference);
  }

  /** What two databases say of one statement. */
  private static Difference compared(String sql, DatabaseAnswer expected, DatabaseAnswer actual) {
    if (actual.sqlState().equals(DatabaseAnswer.FAULT)) {
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
    if (ComparedDatabases.same(sql, expected, actual)) {
      return null;
    }
    boolean rounded = Texts.rounded(expected.sorted()).equals(Texts.rounded(actual.sorted()));
    return new Difference(rounded ? Kind.DIGITS : Kind.ROWS, sql, expected, actual);
  }

  /**
   * The same, or null for an error that PostgreSQL has before it runs anything: it calculates
   * constants while it plans, also those that no row would ask for.
   */
  private static Difference ofRun(Difference found, ComparedDatabases targets) {
    boolean mayBeOfPlan =
        found != null
            && found.kind() == Kind.ERROR
            && found.actual().isGood()
            && targets.failsInPlan(found.sql(), found.expected());
    return mayBeOfPlan ? null : found;
  }

  /** Errors of what is calculated, and not of how it is written. */
  private static boolean isOfValues(DatabaseAnswer error) {
    return error.sqlState().startsWith("22") || error.sqlState().startsWith("21");
  }

  /** A query, beside PostgreSQL. */
  record Query(Part tree, boolean keyed) implements OracleTrial {
    @Override
    public OracleTrial with(Part other) {
      return new Query(other, keyed);
    }

    @Override
    public Judgement judge(ComparedDatabases targets) {
      String sql = tree.text();
      Supplier<DatabaseAnswer> asked = targets.postgreSql().asked(sql);
      DatabaseAnswer actual = (keyed ? targets.keyed() : targets.plain()).query(sql);
      DatabaseAnswer expected = asked.get();
      Difference found = compared(sql, expected, actual);
      boolean isSure = found == null || found.kind() != Kind.ROWS || targets.isDetermined(sql);
      return new Judgement(expected.isGood(), isSure ? ofRun(found, targets) : null);
    }
  }

  /**
   * A change and what the table holds behind it, beside PostgreSQL.
   *
   * @param asClasses whether classes are made of it
   */
  record Changed(GeneratedChange change, boolean asClasses) implements OracleTrial {
    @Override
    public Part tree() {
      return change.tree();
    }

    @Override
    public OracleTrial with(Part other) {
      return new Changed(new GeneratedChange(other, change.table(), change.needsKey()), asClasses);
    }

    String look() {
      return "SELECT * FROM " + change.table();
    }

    @Override
    public Judgement judge(ComparedDatabases targets) {
      String sql = tree().text();
      Supplier<DatabaseAnswer> asked = targets.postgreSql().askedToChange(sql, look());
      DatabaseAnswer actual = (asClasses ? targets.classes() : targets.keyed()).change(sql, look());
      DatabaseAnswer expected = asked.get();
      Difference found = compared(sql, expected, actual);
      boolean isSure =
          found == null || found.kind() != Kind.ROWS || targets.isDetermined(sql, look());
      return new Judgement(expected.isGood(), isSure ? ofRun(found, targets) : null);
    }
  }

  /** Another way to the same rows. */
  enum Way {
    /** Without keys and indexes. */
    PLAIN,
    /** Without rules of the optimizer. */
    BARE,
    /** As classes; the target compares them with what is interpreted. */
    CLASSES;

    private ComparedDatabase of(ComparedDatabases targets) {
      return switch (this) {
        case PLAIN -> targets.plain();
        case BARE -> targets.bare();
        case CLASSES -> targets.classes();
      };
    }
  }

  /** A query by another plan. */
  record Plans(Part tree, Way way) implements OracleTrial {
    @Override
    public OracleTrial with(Part other) {
      return new Plans(other, way);
    }

    @Override
    public Judgement judge(ComparedDatabases targets) {
      String sql = tree.text();
      DatabaseAnswer keyed = targets.keyed().query(sql);
      DatabaseAnswer other = way.of(targets).query(sql);
      boolean fault = other.sqlState().equals(DatabaseAnswer.FAULT);
      boolean differs =
          keyed.isGood() && other.isGood() && !ComparedDatabases.same(sql, other, keyed);
      boolean isWrong = fault || (differs && targets.isDetermined(sql));
      Kind kind = fault ? Kind.FAULT : Kind.PLANS;
      return alone(isWrong ? new Difference(kind, sql, keyed, other) : null);
    }
  }

  /** A query and its three parts by a condition. */
  record Parts(Partition partition) implements OracleTrial {
    @Override
    public Part tree() {
      return partition.tree();
    }

    @Override
    public OracleTrial with(Part other) {
      return new Parts(partition.with(other));
    }

    @Override
    public Judgement judge(ComparedDatabases targets) {
      String whole = partition.whole();
      DatabaseAnswer one = targets.keyed().query(whole);
      DatabaseAnswer three = targets.keyed().query(partition.parts());
      if (!one.isGood() || !three.isGood() || ComparedDatabases.same(whole, one, three)) {
        return alone(null);
      }
      return alone(
          isDetermined(targets)
              ? new Difference(Kind.PARTITION, partition.parts(), one, three)
              : null);
    }

    private boolean isDetermined(ComparedDatabases targets) {
      return !targets.hasPostgreSql()
          || ComparedDatabases.same(
              partition.whole(),
              targets.postgreSql().query(partition.whole()),
              targets.postgreSql().query(partition.parts()));
    }
  }
}

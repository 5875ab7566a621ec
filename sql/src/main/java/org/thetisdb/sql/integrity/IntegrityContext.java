package org.thetisdb.sql.integrity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.context.ConstraintTimer;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.context.RowLocker;
import org.thetisdb.sql.context.RowMover;
import org.thetisdb.sql.context.RunClock;
import org.thetisdb.sql.context.StatementEnd;
import org.thetisdb.sql.type.LargeTypes;

/**
 * A transaction's context in which every write keeps the rules of its table: NOT NULL, CHECK,
 * entries of indexes, uniqueness, foreign keys. Tables that no SQL definition speaks of are written
 * as they always were. Reads pass through.
 *
 * <p>A write that breaks a rule throws a {@link ThetisException} of SQLState 23xxx and leaves the
 * transaction half written: it must be rolled back, also if the exception was caught; see {@link
 * #refusal}. As long as its transaction. Not thread-safe.
 */
public final class IntegrityContext
    implements Context, RowLocker, RowMover, StatementEnd, ConstraintTimer, MadeRows, RunClock {
  private final Context inner;
  private final IntegrityRules rules;
  private final References references;
  private final DeferredChecks deferred;
  private final List<DeferredChecks.Child> checked = new ArrayList<>();
  private final ExistenceGuard guard;

  /** Null if the transaction commits before anything else can happen. */
  private final KeptRules kept;

  private RuntimeException refusal;

  /** Keeps {@code rules} in a transaction that commits as soon as it has run. */
  public IntegrityContext(Context inner, IntegrityRules rules) {
    this(inner, rules, null, ExistenceGuard.NONE, new DeferredChecks());
  }

  /**
   * Keeps {@code rules} in a transaction.
   *
   * @param kept gets the rules of each table that is written; null if nobody wants to know
   * @param guard what is done about the right of rows to exist
   * @param deferred what the transaction has still to check
   */
  public IntegrityContext(
      Context inner,
      IntegrityRules rules,
      KeptRules kept,
      ExistenceGuard guard,
      DeferredChecks deferred) {
    this.inner = inner;
    this.rules = rules;
    this.kept = kept;
    this.guard = guard;
    this.deferred = deferred;
    this.references = new References(this, inner, guard, deferred);
  }

  /**
   * Checks what is still to be checked, for a transaction that ends with this run.
   *
   * @throws ThetisException FOREIGN_KEY_VIOLATION
   */
  public void finish() {
    if (deferred.isDue()) {
      check(null);
    }
  }

  /** The run stands: what it has checked need not be checked again. */
  public void settle() {
    deferred.settle(checked);
    checked.clear();
  }

  @Override
  public void defer(Key key, boolean later) {
    deferred.defer(key, later);
    if (!later) {
      check(key);
    }
  }

  private void check(Key key) {
    for (DeferredChecks.Child child : deferred.dueOf(key)) {
      TableRules found = rules.of(child.constraint().tableId());
      Row row = found == null ? null : Rows.get(inner, found.table().stored(), child.place());
      for (ForeignKeyRule parent : row == null ? List.<ForeignKeyRule>of() : found.parents()) {
        if (DeferredChecks.keyOf(parent).equals(child.constraint())) {
          references.requireParentNow(parent, row);
        }
      }
      checked.add(child);
    }
  }

  /** Why the transaction cannot stand any more; null if nothing was refused. */
  public RuntimeException refusal() {
    return refusal;
  }

  @Override
  public Row get(Table table, Object... key) {
    return inner.get(table, key);
  }

  @Override
  public Row get(Table table, long key) {
    return inner.get(table, key);
  }

  @Override
  public boolean tryLock(Row row, RowLockMode mode) {
    return !(inner instanceof RowLocker locker) || locker.tryLock(row, mode);
  }

  @Override
  public boolean lock(Row row, RowLockMode mode) {
    return !(inner instanceof RowLocker locker) || locker.lock(row, mode);
  }

  @Override
  public void onRowMade() {
    if (inner instanceof MadeRows rows) {
      rows.onRowMade();
    }
  }

  @Override
  public List<Row> scan(KeyRange range, int limit) {
    return inner.scan(range, limit);
  }

  @Override
  public List<Row> scanBackwards(KeyRange range, int limit) {
    return inner.scanBackwards(range, limit);
  }

  /** The rules of a table that is about to be written. */
  private TableRules rulesOf(Table table) {
    TableRules found = rules.of(table);
    if (kept != null) {
      kept.note(rules, table, found);
    }
    if (found != null && found.isBeingCopied()) {
      throw refuse(
          ThetisException.withMessage(
              ErrorCode.SERIALIZATION_FAILURE,
              "Table \"%s\" is just getting a primary key. Try again."
                  .formatted(found.table().name())));
    }
    return found;
  }

  @Override
  public void insert(Row row) {
    TableRules found = rulesOf(row.table());
    if (found == null) {
      requireNoLarge(row);
      inner.insert(row);
      return;
    }
    if (Rows.get(inner, row.table(), row.encodedKey()) != null) {
      throw refuse(alreadyThere(found.table(), row));
    }
    write(found, null, found.whole(row));
  }

  @Override
  public void put(Row row) {
    TableRules found = rulesOf(row.table());
    if (found == null) {
      requireNoLarge(row);
      inner.put(row);
      return;
    }
    boolean old = found.needOldRow();
    write(found, old ? Rows.get(inner, row.table(), row.encodedKey()) : null, found.whole(row));
  }

  private void write(TableRules found, Row before, Row after) {
    requireValues(found, after);
    for (TableRules.Index index : found.indexes()) {
      moveEntry(found.table(), index, before, after);
    }
    keepLarge(found, before, after);
    inner.put(after);
    for (ForeignKeyRule parent : found.parents()) {
      references.requireParent(parent, before, after);
    }
    if (before != null) {
      for (ForeignKeyRule child : found.children()) {
        references.onParentChanged(child, before, after);
      }
    }
  }

  /** Large values that come with a row are claimed, and those that go with it given up. */
  private void keepLarge(TableRules found, Row before, Row after) {
    if (found.large().isEmpty()) {
      return;
    }
    try {
      found.large().keep(inner, before, after);
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  /** Nobody would give up what a row of a table without a definition holds. */
  private void requireNoLarge(Row row) {
    if (!rules.knowsLarge()) {
      return;
    }
    for (int i = row.table().schema().keyColumns();
        i < row.table().schema().columns().size();
        i++) {
      LargeValue value = row.getLargeValue(i);
      if (value != null) {
        throw refuse(LargeTypes.misplaced("A column of a table that procedures defined", value));
      }
    }
  }

  @Override
  public void move(List<Move> moves) {
    if (moves.isEmpty()) {
      return;
    }
    TableRules found = rulesOf(moves.get(0).from().table());
    if (found != null && !found.children().isEmpty()) {
      guard.onVanishing(moves.get(0).from().table());
    }
    try {
      moves.forEach(move -> leave(found, move.from()));
      moves.forEach(move -> arrive(found, move));
      if (found != null) {
        follow(found.children(), moves);
      }
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  @Override
  public void changeTogether(Runnable changes) {
    references.together(changes);
  }

  /** Children are looked for when all their parents, which may be children, too, have moved. */
  private void follow(List<ForeignKeyRule> rules, List<Move> moves) {
    List<References.Followers> followers = new ArrayList<>();
    for (ForeignKeyRule rule : rules) {
      moves.forEach(move -> references.collect(rule, move, followers));
    }
    references.follow(followers);
  }

  private TableDef tableOf(TableRules found, Move move) {
    return found != null
        ? found.table()
        : rules.catalog().tableById(rules.catalog().registry().of(move.to().table()).id());
  }

  private void leave(TableRules found, Row row) {
    if (found != null) {
      for (TableRules.Index index : found.indexes()) {
        index.remove(inner, row);
      }
    }
    Rows.delete(inner, row.table(), row.encodedKey());
  }

  private void arrive(TableRules found, Move move) {
    if (Rows.get(inner, move.to().table(), move.to().encodedKey()) != null) {
      throw alreadyThere(tableOf(found, move), move.to());
    }
    if (found == null) {
      requireNoLarge(move.to());
      inner.put(move.to());
      return;
    }
    requireValues(found, move.to());
    for (TableRules.Index index : found.indexes()) {
      moveEntry(found.table(), index, null, move.to());
    }
    keepLarge(found, move.from(), move.to());
    inner.put(move.to());
    for (ForeignKeyRule parent : found.parents()) {
      references.requireParent(parent, move.from(), move.to());
    }
  }

  private void requireValues(TableRules found, Row row) {
    try {
      found.setCalculated(inner, row);
      found.requireValues(inner, row);
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  private void moveEntry(TableDef table, TableRules.Index index, Row before, Row after) {
    if (before != null) {
      if (sameEntry(index, before, after)) {
        return;
      }
      if (index.isKey()) {
        lock(after, RowLockMode.UPDATE); // others may rely on its keys, and on nothing else of it
      }
      removeEntry(index, before);
    }
    try {
      index.write(inner, table, after);
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  private void removeEntry(TableRules.Index index, Row row) {
    try {
      index.remove(inner, row);
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  /** Whether a row has the same entry as before; or none, if the index is partial. */
  private boolean sameEntry(TableRules.Index index, Row before, Row after) {
    try {
      return index.keys().sameEntry(before, after)
          && (index.where() == null || index.holds(inner, before) == index.holds(inner, after));
    } catch (ThetisException e) {
      throw refuse(e);
    }
  }

  private static ThetisException alreadyThere(TableDef table, Row row) {
    return new ThetisException(
        ErrorCode.UNIQUE_VIOLATION,
        table.primaryKeyName(),
        table.name(),
        Rows.describe(table, table.primaryKey(), row));
  }

  @Override
  public boolean delete(Table table, Object... key) {
    TableRules found = rulesOf(table);
    if (found == null || !found.needOldRow()) {
      return inner.delete(table, key);
    }
    return remove(found, inner.get(table, key));
  }

  @Override
  public boolean delete(Table table, long key) {
    TableRules found = rulesOf(table);
    if (found == null || !found.needOldRow()) {
      return inner.delete(table, key);
    }
    return remove(found, inner.get(table, key));
  }

  private boolean remove(TableRules found, Row row) {
    if (row == null) {
      return false;
    }
    if (!found.children().isEmpty()) {
      guard.onVanishing(row.table());
    }
    for (TableRules.Index index : found.indexes()) {
      removeEntry(index, row);
    }
    keepLarge(found, row, null);
    Rows.delete(inner, row.table(), row.encodedKey());
    for (ForeignKeyRule child : found.children()) {
      references.onParentGone(child, row);
    }
    return true;
  }

  /** Remembers why the transaction has to be rolled back. */
  ThetisException refuse(ThetisException error) {
    refusal = error;
    return error;
  }

  @Override
  public void piece(Runnable part) {
    inner.piece(part);
  }

  @Override
  public void at(Table table, List<?> key, Runnable part) {
    inner.at(table, key, part);
  }

  @Override
  public <T> T resultAt(Table table, List<?> key, Supplier<T> part) {
    return inner.resultAt(table, key, part);
  }

  @Override
  public Instant now() {
    return inner.now();
  }

  @Override
  public Instant statementStart() {
    return inner instanceof RunClock clock ? clock.statementStart() : inner.now();
  }

  @Override
  public Instant clock() {
    return inner instanceof RunClock clock ? clock.clock() : inner.now();
  }

  @Override
  public RandomGenerator random() {
    return inner.random();
  }

  @Override
  public AbortException abort(String reason) {
    return inner.abort(reason);
  }
}

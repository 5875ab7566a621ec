package org.thetisdb.sql.plan.query;

import java.util.BitSet;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.access.AccessPath;
import org.thetisdb.sql.access.Leaf;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.evaluation.Fallible;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.plan.relation.LargeUses;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.source.IndexSource;
import org.thetisdb.sql.run.source.KeyPart;
import org.thetisdb.sql.run.source.KeySource;
import org.thetisdb.sql.run.source.ScanKeys;
import org.thetisdb.sql.run.source.SystemSource;
import org.thetisdb.sql.system.SystemTables;
import org.thetisdb.sql.type.SqlType;

/** Makes what runs out of a planned access to a table. Stateless but for the translator's types. */
public final class ScanBuilder {
  private final Translator translator;

  ScanBuilder(Translator translator) {
    this.translator = translator;
  }

  private RexBuilder rex() {
    return translator.rexBuilder();
  }

  /** The scan. */
  public TableScan build(TableAccess access) {
    return build(access, new BitSet());
  }

  /** The scan; of fields that are {@code passed} on a mark is enough for a large value. */
  private TableScan build(TableAccess access, BitSet passed) {
    TableDef table = access.path().table();
    int width = table.columns().size();
    RexNode filter = access.filter();
    int[] filterColumns = filter == null ? new int[0] : Leaf.columnsOf(filter, width);
    RelDataType input = inputType(access);
    return new TableScan(
        source(access, input),
        new RowReader(table, filterColumns, passed(filter, filterColumns)),
        filter == null ? null : Scalars.filter(rex(), filter, input),
        new RowReader(table, access.fields(), passed),
        access.outerWidth());
  }

  /** The columns of a filter that it does not look at: it asks whether they are null, or so. */
  private static BitSet passed(RexNode filter, int[] columns) {
    BitSet passed = new BitSet();
    BitSet lookedAt = filter == null ? new BitSet() : LargeUses.lookedAt(List.of(filter), false);
    for (int i = 0; i < columns.length; i++) {
      passed.set(i, !lookedAt.get(columns[i]));
    }
    return passed;
  }

  /** The type of the table's row with the values of the row around behind it. */
  private RelDataType inputType(TableAccess access) {
    RelDataTypeFactory.Builder row = translator.types().builder();
    for (ColumnDef column : access.path().table().columns()) {
      row.add(
          column.name(), SqlTypes.toCalcite(translator.types(), column.type(), column.nullable()));
    }
    for (RelDataType type : access.outerTypes()) {
      row.add("outer", translator.types().createTypeWithNullability(type, true));
    }
    return row.uniquify().build();
  }

  private RowSource source(TableAccess access, RelDataType input) {
    AccessPath path = access.path();
    if (path.table().isSystem()) {
      return systemSource(path, access.filter(), input);
    }
    if (path.index() != null) {
      Table entries = translator.space().catalog().entriesOf(path.index());
      return new IndexSource(
          keys(path, entries, input),
          new IndexKeys(path.table(), path.index(), entries, new CompiledExpressions()),
          path.isPoint(),
          path.backwards());
    }
    return new KeySource(keys(path, path.table().stored(), input), path.backwards());
  }

  private RowSource systemSource(AccessPath path, RexNode filter, RelDataType input) {
    VirtualTable table = SystemTables.of(path.table());
    return new SystemSource(
        path.table(),
        path.index() == null ? null : table.lookup(path.index()),
        equal(path, input),
        about(filter, table, input),
        Translator.temporaryOf(translator.reader()),
        translator.space().viewColumns());
  }

  /** What a filter says of the relation that a row speaks of; null if it says nothing. */
  private Scalar about(RexNode filter, VirtualTable table, RelDataType input) {
    ImmutableBitSet subject = ImmutableBitSet.of(table.subjectPlaces());
    List<RexNode> conditions =
        filter == null
            ? List.of()
            : RelOptUtil.conjunctions(filter).stream()
                .filter(each -> isAbout(each, subject))
                .toList();
    return conditions.isEmpty()
        ? null
        : Scalars.filter(rex(), RexUtil.composeConjunction(rex(), conditions), input);
  }

  private static boolean isAbout(RexNode condition, ImmutableBitSet subject) {
    ImmutableBitSet asked = RelOptUtil.InputFinder.bits(condition);
    return !asked.isEmpty()
        && subject.contains(asked)
        && RexUtil.isDeterministic(condition)
        && !Fallible.mayFail(condition);
  }

  private KeyPart[][] equal(AccessPath path, RelDataType input) {
    KeyPart[][] equal = new KeyPart[path.equal().size()][];
    for (int i = 0; i < equal.length; i++) {
      int at = i;
      equal[i] =
          path.equal().get(i).stream()
              .map(value -> part(path, at, value, input))
              .toArray(KeyPart[]::new);
    }
    return equal;
  }

  private ScanKeys keys(AccessPath path, Table stored, RelDataType input) {
    KeyPart[][] equal = equal(path, input);
    int next = equal.length;
    return new ScanKeys(
        stored,
        equal,
        path.lower() == null ? null : part(path, next, path.lower(), input),
        path.lowerInclusive(),
        path.upper() == null ? null : part(path, next, path.upper(), input),
        path.upperInclusive());
  }

  private KeyPart part(AccessPath path, int keyColumn, RexNode value, RelDataType input) {
    SqlType column = path.keyType(keyColumn);
    Scalar scalar = Scalars.compile(rex(), value, input);
    int parameter = value instanceof RexDynamicParam dynamic ? dynamic.getIndex() : -1;
    return new KeyPart(scalar, SqlTypes.fromCalcite(value.getType()), parameter, column);
  }

  /**
   * The scans of a plan, by their numbers.
   *
   * @param uses what the plan looks at; null if what gets its rows looks at all
   */
  TableScan[] buildAll(List<TableAccess> accesses, LargeUses uses) {
    return accesses.stream()
        .map(access -> build(access, passed(access, uses)))
        .toArray(TableScan[]::new);
  }

  private static BitSet passed(TableAccess access, LargeUses uses) {
    BitSet passed = new BitSet();
    if (uses != null) {
      passed.or(uses.of(access));
      passed.flip(0, access.fields().length);
    }
    return passed;
  }
}

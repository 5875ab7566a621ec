package org.thetisdb.sql.plan.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.access.CatalogTable;
import org.thetisdb.sql.access.IndexForms;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.info.ViewColumns;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.plan.scalar.GeneratedPlans;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.system.SystemTables;

/** One state of the catalog as Calcite sees it. Immutable, safe for all threads. */
public final class CatalogSpace {
  /** The schema of what parts of a statement give; no name that is written can be this one. */
  static final String PARTS = "\0parts";

  /** The schema of tables without a primary key that show their row ids; nobody can write it. */
  private static final String WITH_ROW_IDS = "\0row ids";

  static final IndexForms INDEX_FORMS = new CompiledIndexForms();

  private final SqlCatalog catalog;
  private final CatalogSpaces spaces;
  private final CalciteSchema root;
  private final Map<Integer, List<ViewColumns.Column>> viewColumns = new ConcurrentHashMap<>();

  public CatalogSpace(SqlCatalog catalog) {
    this(catalog, new CatalogSpaces(true, Set.of(), Set.of()));
  }

  CatalogSpace(SqlCatalog catalog, CatalogSpaces spaces) {
    this.catalog = catalog;
    this.spaces = spaces;
    this.root = CalciteSchema.createRootSchema(false, false);
    root.add(ObjectName.PUBLIC, new Relations(name -> relation(ObjectName.PUBLIC, name)));
    for (SchemaDef schema : catalog.schemas()) {
      root.add(schema.name(), new Relations(name -> relation(schema.name(), name)));
    }
    root.add(WITH_ROW_IDS, new Relations(this::withRowId));
    for (String schema : List.of(VirtualTable.SCHEMA, VirtualTable.PG_CATALOG)) {
      root.add(schema, new Tables(systemTables(schema)));
    }
  }

  private CatalogSpace(TableDef table) {
    this.catalog = null;
    this.spaces = null;
    this.root = CalciteSchema.createRootSchema(false, false);
    String name = ObjectName.simple(table.name());
    root.add(
        ObjectName.schema(table.name()),
        new Tables(Map.of(name, new CatalogTable(table, INDEX_FORMS))));
  }

  private CatalogSpace(CatalogSpace base, Map<String, ? extends Table> parts) {
    this.catalog = base.catalog;
    this.spaces = base.spaces;
    this.root = CalciteSchema.createRootSchema(false, false);
    base.root.getSubSchemaMap().forEach((name, schema) -> root.add(name, schema.schema));
    root.add(PARTS, new Tables(new LinkedHashMap<>(parts)));
  }

  /** The same beside what parts of a statement give. */
  public CatalogSpace withParts(Map<String, ? extends Table> parts) {
    return parts.isEmpty() ? this : new CatalogSpace(this, parts);
  }

  /** The code of plans; expressions of definitions have none in common. */
  GeneratedPlans plans() {
    return spaces == null ? new GeneratedPlans() : spaces.plans();
  }

  /** Whether a name is that of a part of the statement. */
  boolean isPart(String name) {
    CalciteSchema parts = root.getSubSchema(PARTS, true);
    return parts != null && parts.getTable(name, true) != null;
  }

  /** A table as it stands behind FROM, under the name that columns have in front. */
  public static SqlNode from(TableDef table, String alias) {
    SqlParserPos zero = SqlParserPos.ZERO;
    String name = table.name();
    return SqlStdOperatorTable.AS.createCall(
        zero,
        new SqlIdentifier(List.of(ObjectName.schema(name), ObjectName.simple(name)), zero),
        new SqlIdentifier(alias, zero));
  }

  /** The same under its own name. */
  static SqlNode from(TableDef table) {
    return from(table, ObjectName.simple(table.name()));
  }

  /** One table alone, for expressions over its columns. */
  static CatalogSpace ofTable(TableDef table) {
    return new CatalogSpace(table);
  }

  /** Says what columns views have, in whatever version of the catalog. */
  ViewColumns viewColumns() {
    return spaces;
  }

  /** What columns a view has, its query says. One whose query is good no more has none. */
  List<ViewColumns.Column> columnsOf(ViewDef view) {
    List<ViewColumns.Column> known = viewColumns.get(view.id());
    if (known == null) {
      known = columnsOfQuery(view);
      viewColumns.put(view.id(), known);
    }
    return known;
  }

  private List<ViewColumns.Column> columnsOfQuery(ViewDef view) {
    try {
      Translator translator = new Translator(this);
      return new CatalogView(view, translator::typeOfView, translator::paddedLength)
          .getRowType(translator.types()).getFieldList().stream()
              .map(
                  field ->
                      new ViewColumns.Column(
                          field.getName(),
                          SqlTypes.fromCalcite(field.getType()),
                          field.getType().isNullable()))
              .toList();
    } catch (CalciteContextException | ThetisException e) {
      return List.of();
    }
  }

  private static Map<String, Table> systemTables(String schema) {
    Map<String, Table> tables = new LinkedHashMap<>();
    for (VirtualTable table : SystemTables.ofCatalog()) {
      if (table.relation().schemaName().equals(schema)) {
        tables.put(table.name(), new CatalogTable(table.definition(), INDEX_FORMS));
      }
    }
    if (schema.equals(VirtualTable.SCHEMA)) {
      for (ClusterTable table : ClusterTable.values()) {
        tables.put(table.tableName(), new ClusterSource(table));
      }
    }
    return tables;
  }

  /** A table or view; null if there is none. */
  private Table relation(String schema, String simple) {
    String name = ObjectName.of(schema, simple);
    TableDef table = catalog.table(name);
    if (table != null) {
      Looked.at(catalog, table, Privilege.SELECT);
      return spaces.tableOf(table);
    }
    ViewDef view = catalog.view(name);
    if (view != null) {
      Looked.at(catalog, view);
    }
    return view == null
        ? null
        : new CatalogView(
            view,
            v -> new Translator(this).typeOfView(v),
            (v, place) -> new Translator(this).paddedLength(v, place));
  }

  private Table withRowId(String name) {
    TableDef table = catalog.table(name);
    if (table == null || !table.hasHiddenKey()) {
      return null;
    }
    Looked.at(catalog, table, Privilege.SELECT);
    return new CatalogTable(table.withRowId(), INDEX_FORMS);
  }

  /** What stands behind FROM for a table whose rows have to be told apart. */
  public static SqlIdentifier keyed(TableDef table, SqlNode named) {
    return table.hasHiddenKey()
        ? new SqlIdentifier(List.of(WITH_ROW_IDS, table.name()), SqlParserPos.ZERO)
        : (SqlIdentifier) named;
  }

  public SqlCatalog catalog() {
    return catalog;
  }

  /** Whether code of statements is wanted. */
  boolean runs() {
    return spaces == null || spaces.runs();
  }

  /** Whether plans may make use of a rule. */
  boolean uses(PlanRule rule) {
    return spaces == null || spaces.uses(rule);
  }

  /** Whether plans use a rule that is known to be wrong. */
  boolean uses(RemovedRule rule) {
    return spaces != null && spaces.uses(rule);
  }

  CalciteSchema root() {
    return root;
  }

  /** Those that are always the same. */
  private static final class Tables extends AbstractSchema {
    private final Map<String, Table> tables;

    Tables(Map<String, Table> tables) {
      this.tables = tables;
    }

    @Override
    protected Map<String, Table> getTableMap() {
      return tables;
    }
  }

  /** Those of a schema of the catalog, which is asked for each name. */
  private static final class Relations extends AbstractSchema {
    private final Lookup<Table> relations;

    Relations(Function<String, Table> byName) {
      relations = new ByName(byName);
    }

    @Override
    public Lookup<Table> tables() {
      return relations;
    }
  }

  private static final class ByName implements Lookup<Table> {
    private final Function<String, Table> byName;

    ByName(Function<String, Table> byName) {
      this.byName = byName;
    }

    @Override
    public Table get(String name) {
      return byName.apply(name);
    }

    @Override
    public Named<Table> getIgnoreCase(String name) {
      return null; // names are as they are written
    }

    /** Nobody looks for names but the planner, for a hint in an error that is not shown. */
    @Override
    public Set<String> getNames(LikePattern pattern) {
      return Set.of();
    }
  }
}

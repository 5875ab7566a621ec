package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.CatalogCodec;
import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.AlterName;
import org.thetisdb.sql.ddl.AlterSequence;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.CommentOn;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateLargeTables;
import org.thetisdb.sql.ddl.CreateProcedure;
import org.thetisdb.sql.ddl.CreateSchema;
import org.thetisdb.sql.ddl.CreateSequence;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.ddl.CreateView;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropObject;
import org.thetisdb.sql.ddl.DropSchema;
import org.thetisdb.sql.ddl.NoChange;
import org.thetisdb.sql.ddl.TruncateTables;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.parse.ProcedureBody;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.run.ProcedureStatement;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.StatementCompiler;

/**
 * Turns definitions into changes of the catalog. It writes nothing, and the same catalog,
 * definition and context give the same change. It compiles texts, which takes milliseconds, so it
 * is not for an engine's event loop. Safe for all threads.
 */
public final class DdlPlanner {
  private final StatementCompiler compiler;
  private final Expressions expressions;

  /** A planner that tries texts out with {@code compiler} and {@code expressions}. */
  public DdlPlanner(StatementCompiler compiler, Expressions expressions) {
    this.compiler = compiler;
    this.expressions = expressions;
  }

  /**
   * The change that a definition makes.
   *
   * @param context for the time and random numbers of defaults; no row is read or written
   * @throws ThetisException with SQLState 42P07 for a name that is taken, 42P01 or 42704 for one
   *     that is not there, 2BP01 for what others depend on, 42xxx for what makes no sense
   */
  public CatalogChange plan(SqlCatalog catalog, Ddl ddl, Context context) {
    return plan(catalog, ddl, context, catalog.rights().admin());
  }

  /**
   * The same for one who may not do everything.
   *
   * @param actor whose definition it is: what it makes is that role's
   * @throws ThetisException also NO_RIGHT
   */
  public CatalogChange plan(SqlCatalog catalog, Ddl ddl, Context context, UserRights actor) {
    new DefinitionRights(catalog, actor).require(ddl);
    Changes changes = new Changes(catalog);
    if (!RightsChanges.plan(changes, ddl, actor)) {
      plan(changes, ddl, context, actor);
      GrantChanges.own(changes, actor);
    }
    return changes.build();
  }

  private void plan(Changes changes, Ddl ddl, Context context, UserRights actor) {
    if (ddl instanceof CreateTable create) {
      createTable(changes, create, context);
    } else if (ddl instanceof NoChange none) {
      changes.notice(none.notice());
    } else if (ddl instanceof CommentOn comment) {
      new CommentChanges(changes).comment(comment);
    } else if (ddl instanceof CreateTableAs create) {
      createTableAs(changes, create, context, actor);
    } else if (ddl instanceof AlterName alter) {
      new NameChanges(changes, expressions).alter(alter);
      keepViews(changes, false);
    } else if (ddl instanceof AlterTable alter) {
      alterTable(changes, alter, context);
    } else if (ddl instanceof CreateIndex create) {
      createIndex(changes, create);
    } else if (ddl instanceof CreateView create) {
      createView(changes, create);
    } else if (ddl instanceof CreateSequence create) {
      new SequenceChanges(changes).create(create);
    } else if (ddl instanceof AlterSequence alter) {
      new SequenceChanges(changes).alter(alter);
    } else if (ddl instanceof CreateProcedure create) {
      createProcedure(changes, create);
    } else if (ddl instanceof CreateSchema create) {
      new SchemaChanges(changes).create(create);
    } else if (ddl instanceof CreateLargeTables) {
      createLargeTables(changes);
    } else if (ddl instanceof TruncateTables truncate) {
      Truncation truncation = new Truncation(changes);
      truncate.names().forEach(truncation::truncate);
    } else if (ddl instanceof DropSchema drop) {
      new SchemaChanges(changes).drop(drop);
      if (!drop.names().stream().allMatch(TemporarySchema::isOne)) {
        keepViews(changes, drop.cascade());
      }
    } else {
      drop(changes, (DropObject) ddl);
    }
  }

  /** Stored tables without a definition: SQL does not show them. */
  private static void createLargeTables(Changes changes) {
    if (!LargeTables.areIn(changes.catalog().registry())) {
      for (Table table : List.of(LargeTables.PIECES, LargeTables.PENDING)) {
        changes.putSchema(changes.nextTableId(), table.schema());
      }
    }
  }

  private void createTable(Changes changes, CreateTable create, Context context) {
    if (isNew(changes, create.name(), create.ifNotExists())) {
      new TableMaker(changes, expressions, context, create).make();
    }
  }

  private void createTableAs(
      Changes changes, CreateTableAs create, Context context, UserRights actor) {
    if (isNew(changes, create.name(), create.ifNotExists())) {
      Compiled compiled = compiler.compile(create.querySql(), changes.catalog());
      if (compiled instanceof Compiled.Query query) {
        actor.require(query.accesses());
      }
      CreateTable table = TableOfQuery.of(create, compiled);
      int tableId = new TableMaker(changes, expressions, context, table).make();
      if (create.withData()) {
        TableOfQuery.fill(changes, changes.catalog().tableById(tableId), create.querySql());
      }
    }
  }

  private static boolean isNew(Changes changes, String name, boolean mayBeThere) {
    if (!isRelation(changes.catalog(), name)) {
      return true;
    }
    if (!mayBeThere) {
      throw Names.exists("a table or view", name);
    }
    changes.notice("There is already a table or view \"%s\".".formatted(name));
    return false;
  }

  private static boolean isRelation(SqlCatalog catalog, String name) {
    return catalog.table(name) != null || catalog.view(name) != null;
  }

  private void alterTable(Changes changes, AlterTable alter, Context context) {
    if (alter.ifExists() && changes.catalog().table(alter.table()) == null) {
      changes.notice("There is no table \"%s\".".formatted(alter.table()));
      return;
    }
    String name = alter.table();
    boolean cascade = false;
    ColumnFills fills = new ColumnFills(changes, expressions, context);
    KeyAddition key = new KeyAddition(changes, expressions, name, alter.actions());
    for (AlterTable.Action action : alter.actions()) {
      TableDef table = changes.catalog().requireTable(name);
      name = new TableAlterer(changes, expressions, context, table, fills, key).apply(action);
      if (action instanceof AlterTable.RenameColumn rename) {
        SeenTables.renamed(changes, table.name(), rename);
      }
      cascade |= action instanceof AlterTable.DropColumn drop && drop.cascade();
    }
    keepViews(changes, cascade);
    if (key.isWanted() && !fills.isEmpty()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A primary key beside a column that is just being filled (add it by a statement of its"
              + " own)");
    }
    if (key.isWanted()) {
      key.apply(changes.catalog().requireTable(name));
    }
    if (!fills.isEmpty()) {
      fills.apply(changes.catalog().requireTable(name));
      keepViewsOf(changes, changes.catalog().requireTable(name));
    }
  }

  /** Views must be good when the table is what it is becoming. */
  private void keepViewsOf(Changes changes, TableDef table) {
    SqlCatalog next =
        changes
            .catalog()
            .withObject(
                new ObjectId(ObjectKind.TABLE, table.tableId()),
                CatalogCodec.encode(table.making().completed(table)));
    for (ViewDef view : next.views()) {
      if (isGood(changes.base(), view) && !isGood(next, view)) {
        requireCascade(view, false);
      }
    }
  }

  private void createIndex(Changes changes, CreateIndex create) {
    TableDef table = changes.catalog().requireTable(create.table());
    TableDraft draft = new TableDraft(table);
    Constraints constraints = new Constraints(changes, expressions, draft, Constraints.Rows.THERE);
    String wanted = create.table() + "_" + IndexNames.of(create.parts()) + "_idx";
    String name =
        create.name() == null ? Names.free(wanted, constraints::isIndexTaken) : create.name();
    if (constraints.isIndexTaken(name)) {
      if (!create.ifNotExists()) {
        throw Names.exists("an index", name);
      }
      changes.notice("There is already an index \"%s\".".formatted(name));
      return;
    }
    create.included().forEach(draft::require);
    constraints.addIndex(name, create.parts(), create.unique(), create.whereSql());
    changes.put(draft.toDef());
  }

  private void createView(Changes changes, CreateView create) {
    Names.require(create.name());
    ViewDef present = changes.catalog().view(create.name());
    boolean replaces = present != null && create.orReplace();
    if (!replaces && isRelation(changes.catalog(), create.name())) {
      throw Names.exists("a table or view", create.name());
    }
    int id = replaces ? present.id() : changes.newId();
    ViewDef view = new ViewDef(create.name(), id, create.columns(), create.querySql(), List.of());
    CatalogReads reads =
        CatalogReads.noting(
                () -> {
                  requireQuery(changes.catalog(), view);
                  return view;
                })
            .reads();
    changes.put(
        new ViewDef(
            create.name(), id, create.columns(), create.querySql(), SeenTables.of(create, reads)));
    if (replaces) {
      keepViews(changes, false);
    }
  }

  private void requireQuery(SqlCatalog catalog, ViewDef view) {
    Compiled compiled = compiler.compile(view.querySql(), catalog);
    if (!(compiled instanceof Compiled.Query query)
        || !query.statement().isQuery()
        || query.statement().sequenceToSet() != null) {
      throw Names.invalid("View \"" + view.name() + "\" is not made of a query.");
    }
    requireDifferent(view, query.statement().columns());
    int columns = query.statement().columns().size();
    if (!view.columns().isEmpty() && view.columns().size() != columns) {
      throw Names.invalid(
          "View \"%s\" names %d columns, but its query has %d."
              .formatted(view.name(), view.columns().size(), columns));
    }
    if (!query.statement().parameters().isEmpty()) {
      throw Names.invalid("View \"" + view.name() + "\" has parameters.");
    }
  }

  private static void requireDifferent(ViewDef view, List<SqlColumn> columns) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      boolean renamed = i < view.columns().size();
      String name = renamed ? view.columns().get(i) : columns.get(i).label();
      if (!names.add(name)) {
        throw ThetisException.withMessage(
            ErrorCode.DUPLICATE_COLUMN,
            "View \"%s\" would have two columns \"%s\".".formatted(view.name(), name));
      }
    }
  }

  private void createProcedure(Changes changes, CreateProcedure create) {
    Names.require(create.name());
    ProcedureDef present = changes.catalog().procedure(create.name());
    if (present != null && !create.orReplace()) {
      throw Names.exists("a procedure", create.name());
    }
    int id = present == null ? changes.newId() : present.id();
    if (create.bodySql() == null) {
      changes.put(ProcedureDef.ofClass(create.name(), id, create.className()));
      return;
    }
    List<ProcedureDef.Parameter> parameters =
        create.parameters().stream()
            .map(parameter -> new ProcedureDef.Parameter(parameter.name(), parameter.type()))
            .toList();
    requireStatement(create, changes.catalog());
    changes.put(ProcedureDef.ofStatement(create.name(), id, parameters, create.bodySql()));
  }

  private void requireStatement(CreateProcedure create, SqlCatalog catalog) {
    List<String> names = create.parameters().stream().map(CreateProcedure.Parameter::name).toList();
    if (Set.copyOf(names).size() < names.size()) {
      throw Names.invalid("Two parameters of procedure \"" + create.name() + "\" have one name.");
    }
    ProcedureBody body = ProcedureBody.read(create.bodySql(), names);
    boolean isStatement =
        compiler.compile(body.text(), catalog) instanceof Compiled.Query query
            && !(query.statement() instanceof ProcedureStatement)
            && query.statement().sequenceToSet() == null
            && query.statement().sequencesToRestart().isEmpty();
    if (!isStatement) {
      throw Names.invalid(
          "Procedure \"" + create.name() + "\" must be one query, INSERT, UPDATE or DELETE.");
    }
  }

  private void drop(Changes changes, DropObject drop) {
    new Removals(changes, drop).drop();
    if (!drop.names().stream().allMatch(TemporarySchema::holds)) { // no view looks at these
      keepViews(changes, drop.cascade());
    }
  }

  /** A view that was good before the change must be good afterwards, or go. */
  private void keepViews(Changes changes, boolean cascade) {
    boolean more = true;
    while (more) {
      more = false;
      for (ViewDef view : new ArrayList<>(changes.catalog().views())) {
        if (isGood(changes.base(), view) && !isGood(changes.catalog(), view)) {
          requireCascade(view, cascade);
          changes.remove(ObjectKind.VIEW, view.id());
          more = true;
        }
      }
    }
  }

  private static void requireCascade(ViewDef view, boolean cascade) {
    if (!cascade) {
      throw Names.depends(
          "View \"%s\" depends on it; drop the view first, or use CASCADE.".formatted(view.name()));
    }
  }

  private boolean isGood(SqlCatalog catalog, ViewDef view) {
    try {
      if (view.seen().isEmpty()) {
        requireQuery(catalog, view);
      } else {
        compiler.compile(SeenTables.queryOf(view), catalog);
      }
      return true;
    } catch (ThetisException e) {
      return false;
    }
  }

  /** The change to be made when a step has come to its end. */
  public CatalogChange completed(SqlCatalog catalog, Step step) {
    Changes changes = new Changes(catalog);
    if (step instanceof Step.FillIndex fill) {
      TableDef table = catalog.tableById(fill.tableId());
      IndexDef index = table == null ? null : table.index(fill.index());
      if (index != null && index.state() == IndexDef.State.WRITTEN) {
        TableDraft draft = new TableDraft(table);
        draft.indexes.set(table.indexes().indexOf(index), index.withState(IndexDef.State.READY));
        changes.put(draft.toDef());
      }
    } else if (step instanceof Step.EmptyTable empty) {
      DroppedDef emptied = new DroppedDef(empty.storedTableId(), DroppedDef.State.EMPTYING);
      if (catalog.has(emptied)) {
        changes.put(new DroppedDef(empty.storedTableId(), DroppedDef.State.FREE));
      }
    } else if (step instanceof Step.PurgeTables purge) {
      for (int tableId : purge.storedTableIds()) {
        if (catalog.has(new DroppedDef(tableId, DroppedDef.State.GONE))) {
          changes.put(new DroppedDef(tableId, DroppedDef.State.PURGED));
        }
      }
    } else if (step instanceof Step.FillColumns fill && isMaking(catalog, fill)) {
      TableDef table = catalog.tableById(fill.tableId());
      if (table.making().copies()) {
        KeyAddition.complete(changes, table);
        return changes.build();
      }
      changes.put(table.making().completed(table));
      table.making().goneIndexes(table).forEach(index -> changes.retire(index.tableId(), table));
    }
    return changes.build();
  }

  private static boolean isMaking(SqlCatalog catalog, Step.FillColumns fill) {
    TableDef table = catalog.tableById(fill.tableId());
    return table != null && table.making() != null && table.making().number() == fill.making();
  }

  /** The change to be made when a step found rows that do not allow the definition. */
  public CatalogChange failed(SqlCatalog catalog, Step step) {
    Changes changes = new Changes(catalog);
    if (step instanceof Step.FillIndex fill) {
      rollBack(changes, catalog.tableById(fill.tableId()), fill.index());
    } else if (step instanceof Step.FillColumns fill) {
      if (isMaking(catalog, fill)) {
        TableDef table = catalog.tableById(fill.tableId());
        if (table.making().copies()) {
          KeyAddition.giveUp(changes, table);
        } else {
          changes.put(table.withMaking(null));
        }
      }
    } else if (step instanceof Step.CheckRows check) {
      rollBack(changes, catalog.tableById(check.tableId()), check.constraint());
    } else if (step instanceof Step.FillTable fill) {
      TableDef table = catalog.tableById(fill.tableId());
      if (table != null) {
        List<String> names = List.of(table.name());
        drop(changes, new DropObject(DropObject.Kind.TABLE, names, true, true));
      }
    } else if (step instanceof Step.CheckType check) {
      TableDef table = catalog.tableById(check.tableId());
      int place = table == null ? -1 : table.find(check.column());
      if (place >= 0) {
        TableDraft draft = new TableDraft(table);
        draft.columns.set(place, draft.columns.get(place).withType(check.before()));
        changes.put(draft.toDef());
      }
    } else if (step instanceof Step.CheckNotNull check) {
      TableDef table = catalog.tableById(check.tableId());
      int place = table == null ? -1 : table.find(check.column());
      if (place >= 0) {
        TableDraft draft = new TableDraft(table);
        draft.columns.set(place, draft.columns.get(place).withNullable(true));
        changes.put(draft.toDef());
      }
    }
    return changes.build();
  }

  private static void rollBack(Changes changes, TableDef table, String name) {
    if (table == null) {
      return;
    }
    TableDraft draft = new TableDraft(table);
    IndexDef index = table.index(name);
    if (index != null) {
      new ConstraintDrop(changes, table, draft).dropIndex(index, true);
    }
    draft.foreignKeys.removeIf(key -> key.name().equals(name));
    draft.checks.removeIf(check -> check.name().equals(name));
    changes.put(draft.toDef());
  }
}

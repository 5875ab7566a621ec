package org.thetisdb.sql.plan.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.code.StatementCode;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.expression.DateArithmetic;
import org.thetisdb.sql.dialect.expression.RandomCalls;
import org.thetisdb.sql.dialect.validation.Dialect;
import org.thetisdb.sql.dialect.validation.PaddedTexts;
import org.thetisdb.sql.dialect.validation.Validator;
import org.thetisdb.sql.evaluation.TruthTests;
import org.thetisdb.sql.info.ViewColumns;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.parse.form.PlannerText;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.relation.CountedConverter;
import org.thetisdb.sql.plan.relation.CountedMetadata;
import org.thetisdb.sql.plan.relation.FencedRows;
import org.thetisdb.sql.plan.relation.GroupedCorrelation;
import org.thetisdb.sql.plan.relation.NullMembership;
import org.thetisdb.sql.plan.relation.OuterAggregates;
import org.thetisdb.sql.plan.relation.PlanSize;
import org.thetisdb.sql.plan.relation.SeenColumns;
import org.thetisdb.sql.plan.relation.SubqueryOrders;
import org.thetisdb.sql.plan.scalar.StatementRex;
import org.thetisdb.sql.rewrite.Rewrites;
import org.thetisdb.sql.rewrite.name.AliasLists;
import org.thetisdb.sql.rewrite.name.UsingJoins;
import org.thetisdb.sql.rights.AccessNotes;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.TypedText;

/**
 * One compilation: validates trees of syntax against the catalog, and turns them into relational
 * algebra. Not thread-safe.
 */
public final class Translator implements RelOptTable.ViewExpander {
  private static final int MAX_VIEW_DEPTH = 32;
  private static final ThreadLocal<int[]> VIEW_DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private final CatalogSpace space;
  private final ObjectNames names;
  private final JavaTypeFactoryImpl types = SqlTypes.newFactory();
  private final CalciteCatalogReader reader;
  private final RelOptCluster cluster;
  private final Validator validator;
  private final Map<Integer, SqlType> given;
  private SqlNode validated;

  Translator(CatalogSpace space) {
    this(space, "");
  }

  /** A compilation of a statement whose text may bring types of parameters and a search path. */
  Translator(CatalogSpace space, String text) {
    this(space, text, TypedText.of(text));
  }

  /** The same of a part of a statement, whose parameters are counted by themselves. */
  public Translator(CatalogSpace space, String text, TypedText given) {
    this.space = space;
    this.given = given.types();
    this.names = namesOf(text);
    this.reader = readerAlong(names.path());
    // order is looked after by PlanShaper, so the planner need not know of it
    VolcanoPlanner planner = new CountedSearch();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    // Calcite's would count timestamps in milliseconds, and tell errors of what is never run
    planner.setExecutor((builder, expressions, reduced) -> reduced.addAll(expressions));
    this.cluster = RelOptCluster.create(planner, new StatementRex(types, space.runs()));
    cluster.setMetadataQuerySupplier(CountedMetadata::new);
    this.validator = newValidator(reader, given.types());
  }

  /** Finds operators that make code, and counts what it does in the budget of the compilation. */
  private static final class CountedSearch extends VolcanoPlanner {
    @Override
    public void checkCancel() {
      CompileBudget.step();
    }
  }

  private CalciteCatalogReader readerAlong(SearchPath path) {
    noteSchemas(path);
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    return new PathReader(space.root(), path, types, new CalciteConnectionConfigImpl(properties));
  }

  /** A schema that comes may have what is found elsewhere now. */
  private void noteSchemas(SearchPath path) {
    SqlCatalog catalog = space.catalog();
    if (catalog != null) {
      catalog.lastingSchemas();
      if (path.temporary() != null) {
        catalog.hasSchema(path.temporary());
      }
    }
  }

  /** The schema of temporary tables that a statement sees; null for none. */
  static String temporaryOf(RelOptSchema reader) {
    return reader instanceof PathReader along ? along.temporary : null;
  }

  /** Looks for names along a path, and then for names with their schema. */
  private static final class PathReader extends CalciteCatalogReader {
    private final String temporary;

    PathReader(
        CalciteSchema root,
        SearchPath path,
        RelDataTypeFactory types,
        CalciteConnectionConfig config) {
      super(root, SqlNameMatchers.withCaseSensitive(true), pathsOf(path), types, config);
      this.temporary = path.temporary();
    }

    private static List<List<String>> pathsOf(SearchPath path) {
      List<List<String>> paths = new ArrayList<>();
      paths.add(List.of(CatalogSpace.PARTS)); // first, as a query of WITH hides a table
      path.schemas().forEach(schema -> paths.add(List.of(schema)));
      paths.add(List.of(VirtualTable.PG_CATALOG));
      paths.add(List.of());
      return paths;
    }
  }

  private Validator newValidator(CalciteCatalogReader with, Map<Integer, SqlType> given) {
    return new Validator(
        with,
        types,
        SqlValidator.Config.DEFAULT
            .withConformance(Dialect.CONFORMANCE)
            .withIdentifierExpansion(true)
            .withTypeCoercionFactory(DateArithmetic::new)
            .withDefaultNullCollation(NullCollation.HIGH),
        given);
  }

  public CatalogSpace space() {
    return space;
  }

  private ObjectNames namesOf(String text) {
    return ObjectNames.of(text, space.catalog()).withViews(this::columnsOfView);
  }

  private List<String> columnsOfView(ViewDef view) {
    return space.columnsOf(view).stream().map(ViewColumns.Column::name).toList();
  }

  /** What names in the statement mean. */
  public ObjectNames names() {
    return names;
  }

  /** The name in the catalog of a table or view. */
  public String relation(SqlIdentifier name) {
    List<String> parts = name.names;
    String schema = parts.size() < 2 ? null : parts.get(parts.size() - 2);
    return names.find(ObjectNames.Kind.RELATION, schema, Util.last(parts));
  }

  /** What names in FROM are looked for with. */
  RelOptSchema reader() {
    return reader;
  }

  public JavaTypeFactoryImpl types() {
    return types;
  }

  RelOptCluster cluster() {
    return cluster;
  }

  public RexBuilder rexBuilder() {
    return cluster.getRexBuilder();
  }

  /** What code is generated of the statement. */
  StatementCode code() {
    return ((StatementRex) rexBuilder()).code();
  }

  /** The type of a node that was validated; null if nothing gives it. */
  RelDataType typeOf(SqlNode node) {
    return validator.getValidatedNodeTypeIfKnown(node);
  }

  public Validator validator() {
    return validator;
  }

  /** Validates a query and converts it. */
  public RelRoot toRel(SqlNode query) {
    validated = validator.validate(withConditions(query, reader));
    return converted(validator, reader, validated);
  }

  /** The query with conditions in place of USING and NATURAL. */
  private SqlNode withConditions(SqlNode query, CalciteCatalogReader along) {
    AliasLists.complete(query, item -> columnsOf(item, along));
    return UsingJoins.apply(query, item -> columnsOf(item, along));
  }

  /** Null for a query that looks at tables around it, and for one that is refused. */
  private List<String> columnsOf(SqlNode query, CalciteCatalogReader along) {
    try {
      SqlValidator own = newValidator(along, given);
      return own.getValidatedNodeType(own.validate(query)).getFieldNames();
    } catch (CalciteException | ThetisException e) {
      return null; // what is wrong with it is told when all is validated
    }
  }

  /** A column whose type changes from round to round passes the validator, and ends here. */
  private RelRoot converted(SqlValidator with, CalciteCatalogReader along, SqlNode validated) {
    try {
      RelRoot root = converter(with, along, validated).convertQuery(validated, false, true);
      PlanSize.requireMayBePlanned(root.rel);
      OuterAggregates.requireNone(root.rel);
      RelNode placed = FencedRows.open(GroupedCorrelation.apply(root.rel, rexBuilder()));
      return root.withRel(NullMembership.apply(SubqueryOrders.apply(placed), rexBuilder()));
    } catch (AssertionError e) {
      if (String.valueOf(e.getMessage()).contains("LogicalRepeatUnion")) {
        throw ThetisException.withMessage(
                ErrorCode.SQL_TYPE_MISMATCH,
                "A column of the recursive query begins with one type and goes on with another;"
                    + " cast one of them.")
            .causedBy(e);
      }
      throw e;
    }
  }

  private SqlToRelConverter converter(
      SqlValidator with, CalciteCatalogReader along, SqlNode query) {
    SqlToRelConverter.Config config =
        SqlToRelConverter.config()
            .withExpand(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withRemoveSortInSubQuery(false)
            .withTrimUnusedFields(false);
    // Constants of UNION would be merged as they are written: 1.0 and 1.00 would be two.
    if (holds(query, SqlKind.UNION)) {
      config = config.addRelBuilderConfigTransform(builder -> builder.withSimplifyValues(false));
    }
    if (holdsWindowsAndQueries(query)) {
      config = config.addRelBuilderConfigTransform(builder -> builder.withBloat(-1));
    }
    if (RandomCalls.changesEachTime(query)) {
      config =
          config.addRelBuilderConfigTransform(
              builder -> builder.withBloat(-1).withPruneInputOfAggregate(false));
    }
    if (GroupedCorrelation.mayBeIn(query)) {
      config = config.addRelBuilderConfigTransform(builder -> builder.withAggregateUnique(true));
    }
    if (TruthTests.meetSubqueries(query)) {
      config = config.addRelBuilderConfigTransform(builder -> builder.withSimplify(false));
    }
    return new CountedConverter(this, with, along, cluster, config);
  }

  private static boolean holds(SqlNode query, SqlKind kind) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= call.getKind() == kind;
            return found[0] ? null : super.visit(call);
          }
        });
    return found[0];
  }

  /** Calcite would write a window of an inner query into the subqueries of the one around. */
  private static boolean holdsWindowsAndQueries(SqlNode query) {
    boolean[] over = new boolean[1];
    int[] queries = new int[1];
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            over[0] |= call.getKind() == SqlKind.OVER;
            queries[0] += call.getKind() == SqlKind.SELECT ? 1 : 0;
            return super.visit(call);
          }
        });
    return over[0] && queries[0] > 1;
  }

  /** The row type of a view's query. */
  RelDataType typeOfView(ViewDef view) {
    return ofView(view, SqlValidator::getValidatedNodeType);
  }

  /** The length of the column of a view at a place, if it is of CHAR(n); else 0. */
  int paddedLength(ViewDef view, int place) {
    return ofView(view, (own, query) -> PaddedTexts.lengthOf(own, query, place));
  }

  /** The length of a column of the query that was validated last, if it is of CHAR(n); else 0. */
  int paddedLength(int place) {
    return PaddedTexts.lengthOf(validator, validated, place);
  }

  private <T> T ofView(ViewDef view, BiFunction<SqlValidator, SqlNode, T> told) {
    return guarded(
        view,
        () -> {
          CalciteCatalogReader along = readerAlong(SearchPath.of(view.querySql()));
          SqlValidator own = newValidator(along, Map.of());
          SqlNode validated = own.validate(withConditions(parseView(view), along));
          return told.apply(own, validated);
        });
  }

  @Override
  public RelRoot expandView(
      RelDataType rowType, String queryString, List<String> schemaPath, List<String> viewPath) {
    ViewDef view = space.catalog().view(viewPath.get(0));
    return guarded(
        view,
        () -> {
          CalciteCatalogReader along = readerAlong(SearchPath.of(queryString));
          SqlValidator own = newValidator(along, Map.of());
          SqlNode validated = own.validate(withConditions(parseView(view), along));
          return converted(own, along, validated);
        });
  }

  /** A view that was replaced may refer to itself. What it reads, it reads for its owner. */
  private static <T> T guarded(ViewDef view, java.util.function.Supplier<T> expansion) {
    int[] depth = VIEW_DEPTH.get();
    if (depth[0] >= MAX_VIEW_DEPTH) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "View \"%s\" refers to itself, or views are nested more than %d deep."
              .formatted(view.name(), MAX_VIEW_DEPTH));
    }
    depth[0]++;
    try {
      return AccessNotes.through(Looked.of(view), expansion);
    } finally {
      depth[0]--;
    }
  }

  private SqlNode parseView(ViewDef view) {
    String text = view.querySql();
    try {
      ObjectNames named = namesOf(text);
      SqlNode query = SqlParser.create(PlannerText.of(text), Dialect.PARSER).parseQuery();
      SeenColumns.writeOut(query, view, space.catalog(), named);
      return Rewrites.applyToView(query, named);
    } catch (SqlParseException e) {
      throw CalciteErrors.of(e);
    }
  }
}

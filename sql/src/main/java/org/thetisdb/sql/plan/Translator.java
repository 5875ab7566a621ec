package org.thetisdb.sql.plan;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.parse.PlannerText;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.TypedText;

/**
 * One compilation: validates trees of syntax against the catalog, and turns them into relational
 * algebra. Not thread-safe.
 */
final class Translator implements RelOptTable.ViewExpander {
  private static final int MAX_VIEW_DEPTH = 32;
  private static final ThreadLocal<int[]> VIEW_DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private final CatalogSpace space;
  private final JavaTypeFactoryImpl types = SqlTypes.newFactory();
  private final CalciteCatalogReader reader;
  private final RelOptCluster cluster;
  private final Validator validator;

  Translator(CatalogSpace space) {
    this(space, TypedText.NONE);
  }

  /** A compilation of a statement whose text brings types of parameters. */
  Translator(CatalogSpace space, TypedText given) {
    this.space = space;
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    this.reader =
        new CalciteCatalogReader(
            space.root(),
            List.of(CatalogSpace.PUBLIC),
            types,
            new CalciteConnectionConfigImpl(properties));
    // order is looked after by PlanShaper, so the planner need not know of it
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    this.cluster = RelOptCluster.create(planner, new RexBuilder(types));
    this.validator = newValidator(given.types());
  }

  private Validator newValidator(Map<Integer, SqlType> given) {
    return new Validator(
        reader,
        types,
        SqlValidator.Config.DEFAULT
            .withConformance(Dialect.CONFORMANCE)
            .withIdentifierExpansion(true)
            .withTypeCoercionFactory(DateArithmetic::new)
            .withDefaultNullCollation(NullCollation.HIGH),
        given);
  }

  CatalogSpace space() {
    return space;
  }

  JavaTypeFactoryImpl types() {
    return types;
  }

  RelOptCluster cluster() {
    return cluster;
  }

  RexBuilder rexBuilder() {
    return cluster.getRexBuilder();
  }

  /** The type of a node that was validated; null if nothing tells it. */
  RelDataType typeOf(SqlNode node) {
    return validator.getValidatedNodeTypeIfKnown(node);
  }

  Validator validator() {
    return validator;
  }

  /** Validates a query and converts it. */
  RelRoot toRel(SqlNode query) {
    SqlNode validated = validator.validate(query);
    return converted(validator, validated);
  }

  /** A column whose type changes from round to round passes the validator, and ends here. */
  private RelRoot converted(SqlValidator with, SqlNode validated) {
    try {
      return converter(with).convertQuery(validated, false, true);
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

  private SqlToRelConverter converter(SqlValidator with) {
    SqlToRelConverter.Config config =
        SqlToRelConverter.config()
            .withExpand(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withRemoveSortInSubQuery(true)
            .withTrimUnusedFields(false);
    return new SqlToRelConverter(
        this, with, reader, cluster, StandardConvertletTable.INSTANCE, config);
  }

  /** The row type of a view's query. */
  RelDataType typeOfView(ViewDef view) {
    return guarded(
        view.name(),
        () -> {
          SqlValidator own = newValidator(Map.of());
          SqlNode validated = own.validate(parseView(view.querySql()));
          return own.getValidatedNodeType(validated);
        });
  }

  @Override
  public RelRoot expandView(
      RelDataType rowType, String queryString, List<String> schemaPath, List<String> viewPath) {
    return guarded(
        viewPath.get(viewPath.size() - 1),
        () -> {
          SqlValidator own = newValidator(Map.of());
          SqlNode validated = own.validate(parseView(queryString));
          return converted(own, validated);
        });
  }

  /** A view that was replaced may refer to itself. */
  private static <T> T guarded(String view, java.util.function.Supplier<T> expansion) {
    int[] depth = VIEW_DEPTH.get();
    if (depth[0] >= MAX_VIEW_DEPTH) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "View \"%s\" refers to itself, or views are nested more than %d deep."
              .formatted(view, MAX_VIEW_DEPTH));
    }
    depth[0]++;
    try {
      return expansion.get();
    } finally {
      depth[0]--;
    }
  }

  private static SqlNode parseView(String text) {
    try {
      return Rewrites.apply(SqlParser.create(PlannerText.of(text), Dialect.PARSER).parseQuery());
    } catch (SqlParseException e) {
      throw SqlErrors.of(e);
    }
  }
}

package org.thetisdb.sql.dialect.validation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.ParameterTyper;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.type.SqlType;

/**
 * Calcite's validator, which types parameters by {@link ParameterInference} before it looks at what
 * they stand in. For one compilation; not thread-safe.
 */
public final class Validator extends SqlValidatorImpl implements ParameterTyper {
  private final ParameterTypes parameters;
  private final ParameterInference inference;
  private final TypedOperators operators;

  /** For one compilation; {@code given} are the types of parameters that are known. */
  public Validator(
      SqlValidatorCatalogReader reader,
      JavaTypeFactory types,
      Config config,
      Map<Integer, SqlType> given) {
    super(Dialect.OPERATORS, reader, types, config);
    this.parameters = new ParameterTypes(this, types, given);
    this.inference = new ParameterInference(this, parameters);
    this.operators = new TypedOperators(this);
  }

  /** What was found out about parameters. */
  public ParameterTypes parameters() {
    return parameters;
  }

  @Override
  public void typeParameters(SqlValidatorScope scope, SqlCall call) {
    inference.infer(scope, call, null);
  }

  /** Finds out about parameters. */
  public ParameterInference inference() {
    return inference;
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode node) {
    CompileBudget.step();
    if (getValidatedNodeTypeIfKnown(node) == null) {
      if (node instanceof SqlNumericLiteral number && isDecimal(number)) {
        setValidatedNodeType(node, SqlTypes.unbounded(typeFactory));
      }
      operators.resolve(scope, node);
    }
    return super.deriveType(scope, node);
  }

  /** Whether a constant is a decimal, which has the scale in which it is written. */
  public static boolean isDecimal(SqlNumericLiteral number) {
    return number.getTypeName() == SqlTypeName.DECIMAL
        && !(number.isInteger() && number.bigDecimalValue().toBigInteger().bitLength() < Long.SIZE);
  }

  @Override
  protected void inferUnknownTypes(
      RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
    CompileBudget.step();
    SqlValidatorScope own = scopes.get(node);
    SqlValidatorScope inner = own == null ? scope : own;
    RelDataType expected = inferredType.equals(unknownType) ? null : inferredType;
    if (node instanceof SqlDynamicParam parameter) {
      parameters.settle(parameter, expected);
      return;
    }
    boolean query = node.isA(SqlKind.QUERY);
    boolean rows = expected != null && expected.isStruct();
    if (!query && !rows && (node instanceof SqlCall || node instanceof SqlNodeList)) {
      inference.infer(inner, node, expected);
    }
    super.inferUnknownTypes(inferredType, scope, node);
  }

  /** A name by itself may be one of the list of columns; within an expression it is a column. */
  @Override
  public SqlNode expandOrderExpr(SqlSelect select, SqlNode orderExpr) {
    SqlNode qualified = OrderNames.qualified(this, select, orderExpr);
    SqlNode expanded = super.expandOrderExpr(select, qualified);
    if (expanded == qualified && qualified != orderExpr) {
      SqlValidatorScope scope = getOrderScope(select);
      inferUnknownTypes(unknownType, scope, expanded);
      setValidatedNodeType(expanded, deriveType(scope, expanded));
    }
    return expanded;
  }

  @Override
  protected void validateOrderList(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    SqlNodeList others = DistinctOrder.others(select);
    if (others == null || others.size() == order.size()) {
      super.validateOrderList(select);
      return;
    }
    if (!others.isEmpty()) {
      select.setOrderBy(others);
      super.validateOrderList(select);
    }
    select.setOrderBy(order);
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList items, SqlSelect select, RelDataType targetRowType) {
    RelDataType rows = super.validateSelectList(items, select, targetRowType);
    return RecursiveFirstRows.areOf(select) && RecursiveFirstRows.cast(select, rows)
        ? super.validateSelectList(select.getSelectList(), select, targetRowType)
        : rows;
  }

  /** Of columns of a star that have the same name each but the first gets a mark behind it. */
  @Override
  protected void addToSelectList(
      List<SqlNode> list,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fields,
      SqlNode item,
      SelectScope scope,
      boolean includeSystemVars) {
    super.addToSelectList(list, aliases, fields, item, scope, includeSystemVars);
    int last = fields.size() - 1;
    String name = fields.get(last).getKey();
    String own = SqlValidatorUtil.alias(item);
    if (own == null || own.equals(name) || !name.startsWith(own)) {
      return;
    }
    String marked = SameNames.marked(own, last);
    SqlNode named = SqlValidatorUtil.addAlias(item, marked);
    RelDataType type = fields.get(last).getValue();
    setValidatedNodeType(named, type);
    list.set(list.size() - 1, named);
    fields.set(last, Map.entry(marked, type));
    aliases.remove(name);
    aliases.add(marked);
  }

  @Override
  public SqlNode expand(SqlNode expr, SqlValidatorScope scope) {
    CompileBudget.step();
    return super.expand(expr, scope);
  }

  @Override
  protected void validateValues(SqlCall node, RelDataType targetRowType, SqlValidatorScope scope) {
    if (!targetRowType.isStruct()) {
      inference.inferRows(scope, node.getOperandList());
      TextsOfRows.read(this, scope, node.getOperandList());
    }
    super.validateValues(node, targetRowType, scope);
  }
}

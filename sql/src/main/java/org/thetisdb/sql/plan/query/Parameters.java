package org.thetisdb.sql.plan.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.OwnFunctions;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.validation.ParameterTypes;
import org.thetisdb.sql.run.OpenParameters;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.statement.LastValues;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** The parameters of a statement, and the sequences that it names. Not thread-safe. */
public final class Parameters {
  /** Most parameters of a statement. */
  public static final int MAX_PARAMETERS = 2000;

  private final TreeMap<Integer, List<SqlDynamicParam>> nodes = new TreeMap<>();
  private final TreeMap<Integer, SqlType> assigned = new TreeMap<>();
  private final Set<String> sequences = new TreeSet<>();
  private final Set<Integer> named = new TreeSet<>();

  private Parameters() {}

  /** Those of a tree and of another one behind it, which may be null. */
  public static Parameters of(SqlNode tree, SqlNode behind) {
    Parameters parameters = new Parameters();
    parameters.add(tree);
    if (behind != null) {
      parameters.add(behind);
    }
    if (parameters.nodes.size() > MAX_PARAMETERS) {
      throw new ThetisException(
          ErrorCode.STATEMENT_TOO_LARGE,
          "%d parameters, more than the %d allowed"
              .formatted(parameters.nodes.size(), MAX_PARAMETERS));
    }
    return parameters;
  }

  /** A tree that stands behind another one in the text: its parameters are counted on. */
  public static SqlNode behind(SqlNode tree, SqlNode other) {
    Parameters before = new Parameters();
    before.add(tree);
    return shifted(other, before.count());
  }

  /** Takes a tree in that stands behind all others in the text, with its parameters counted on. */
  public SqlNode addBehind(SqlNode other) {
    SqlNode shifted = shifted(other, count());
    add(shifted);
    return shifted;
  }

  private static SqlNode shifted(SqlNode other, int shift) {
    return other.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlDynamicParam parameter) {
            return new SqlDynamicParam(parameter.getIndex() + shift, parameter.getParserPosition());
          }
        });
  }

  /** There is a parameter in the text whose value took its place in the tree. */
  public void replaced(Set<Integer> parameters) {
    parameters.forEach(index -> nodes.put(index, List.of()));
  }

  private int count() {
    return nodes.isEmpty() ? 0 : nodes.lastKey() + 1;
  }

  /** Takes another tree of the same statement in. */
  void add(SqlNode tree) {
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlDynamicParam parameter) {
            nodes.computeIfAbsent(parameter.getIndex(), i -> new ArrayList<>()).add(parameter);
            return null;
          }

          @Override
          public Void visit(SqlCall call) {
            boolean current = call.getOperator().equals(OwnFunctions.CURRVAL);
            if (call.getOperator().equals(OwnFunctions.LASTVAL)) {
              sequences.add(LastValues.ANY);
            } else if (current || call.getOperator().equals(OwnFunctions.NEXTVAL)) {
              if (call.operand(0) instanceof SqlLiteral literal) {
                String name = literal.getValueAs(String.class);
                sequences.add(current ? LastValues.of(name) : name);
              } else if (call.operand(0) instanceof SqlDynamicParam parameter) {
                named.add(parameter.getIndex());
              }
            }
            return super.visit(call);
          }
        });
  }

  /** A parameter goes into a column of this type. */
  void assign(int parameter, SqlType type) {
    assigned.put(parameter, type);
  }

  /** The signature with the types of parameters, as far as validation found them. */
  public Signature complete(Signature signature, Translator translator) {
    SqlType[] types = new SqlType[count()];
    nodes.forEach((index, occurrences) -> types[index] = type(occurrences, translator));
    assigned.forEach((index, type) -> types[index] = type);
    return new Signature(
            signature.text(),
            java.util.Collections.unmodifiableList(Arrays.asList(types)),
            signature.columns(),
            signature.sequences(),
            signature.maxRows(),
            open(types, translator.validator().parameters()),
            signature.sets(),
            translator.code())
        .withSequences(sequences);
  }

  private OpenParameters open(SqlType[] types, ParameterTypes found) {
    Set<Integer> any = new TreeSet<>(found.open());
    Map<Integer, SqlTypeName> wider = new TreeMap<>();
    for (int parameter : found.beside()) {
      wider.put(parameter, types[parameter].name());
    }
    any.removeAll(assigned.keySet());
    wider.keySet().removeAll(assigned.keySet());
    any.removeAll(named);
    return any.isEmpty() && wider.isEmpty() && named.isEmpty()
        ? OpenParameters.NONE
        : new OpenParameters(any, wider, named);
  }

  private static SqlType type(List<SqlDynamicParam> occurrences, Translator translator) {
    for (SqlDynamicParam parameter : occurrences) {
      RelDataType type = translator.typeOf(parameter);
      if (type != null && type.getSqlTypeName() != org.apache.calcite.sql.type.SqlTypeName.NULL) {
        return unbounded(SqlTypes.fromCalcite(type));
      }
    }
    return null;
  }

  /** An argument is compared, not stored: bounds are checked where it is assigned. */
  private static SqlType unbounded(SqlType type) {
    return type.unbounded();
  }
}

package org.thetisdb.sql.interpret;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.FieldDeclaration;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;

/** A function of a tree that runs without a class made of it. Safe for all threads. */
public final class Interpreter {
  private static final Object[] NOTHING_AROUND = {};

  private final Code code;
  private final Effort effort;

  private Interpreter(Code code, Effort effort) {
    this.code = code;
    this.effort = effort;
  }

  /**
   * The rows of a query.
   *
   * @param query a class with a method {@code bind}, as the planner's generator makes it
   * @throws UnknownFormException if it has a form that is not interpreted
   */
  public static Interpreter ofQuery(ClassDeclaration query) {
    MethodDeclaration bind = null;
    for (MemberDeclaration member : query.memberDeclarations) {
      if (member instanceof FieldDeclaration) {
        throw new UnknownFormException("a field of a query");
      }
      if (member instanceof MethodDeclaration method && method.name.equals("bind")) {
        bind = method;
      }
    }
    return of(bind.parameters, bind.body, Enumerable.class);
  }

  /**
   * The values of expressions.
   *
   * @param body gives them as an array
   * @param root the only variable that it finds
   * @throws UnknownFormException if it has a form that is not interpreted
   */
  public static Interpreter ofValues(BlockStatement body, ParameterExpression root) {
    return of(List.of(root), body, Object[].class);
  }

  private static Interpreter of(
      List<ParameterExpression> parameters, BlockStatement body, Class<?> result) {
    Effort effort = new Effort();
    Scope scope = new Scope(new Environment(null));
    for (ParameterExpression parameter : parameters) {
      scope.declare(parameter.name, TreeTypes.of(parameter.getType()));
    }
    CodeStep step = new Statements(scope, effort, result).body(body);
    return new Interpreter(new Code(step, scope, effort), effort);
  }

  /** Calls it: rows as an {@link Enumerable}, values as an array of objects. */
  public Object call(DataContext root) {
    return code.call(NOTHING_AROUND, root);
  }

  /** About how often functions of the tree were called until now. */
  public long calls() {
    return effort.calls();
  }
}

package org.thetisdb.sql.interpret;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.function.Functions;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.FieldDeclaration;
import org.apache.calcite.linq4j.tree.FunctionExpression;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodDeclaration;
import org.apache.calcite.linq4j.tree.NewExpression;
import org.apache.calcite.linq4j.tree.ParameterExpression;

/** Translates functions and classes without a name. Not thread-safe. */
final class Objects {
  private final Scope scope;
  private final Effort effort;

  /** For those within this scope. */
  Objects(Scope scope, Effort effort) {
    this.scope = scope;
    this.effort = effort;
  }

  /** An object with one function. */
  Typed function(FunctionExpression<?> function) {
    Class<?> type = TreeTypes.of(function.getType());
    if (function.function != null) {
      Object known = function.function;
      return new Typed(frame -> known, type);
    }
    Environment environment = new Environment(scope);
    Code code = code(environment, function.parameterList, function.body, resultOf(function, type));
    environment.end();
    Shapes.Maker maker = Shapes.function(type, code);
    return new Typed(frame -> maker.make(environment.create(frame)), type);
  }

  /** What the function's method is declared to return when it is written as Java. */
  private static Class<?> resultOf(FunctionExpression<?> function, Class<?> type) {
    Class<?> result = Functions.FUNCTION_RESULT_TYPES.get(type);
    if (result == null) {
      Method method = Shapes.onlyMethod(type);
      result =
          method.getReturnType().isPrimitive()
              ? method.getReturnType()
              : TreeTypes.of(function.body.getType());
    }
    boolean loose =
        function.parameterList.stream().allMatch(each -> each.getType() == Object.class);
    return result == Object.class && !loose && !(function.body.getType() instanceof TypeVariable)
        ? TreeTypes.of(function.body.getType())
        : result;
  }

  private Code code(
      Environment environment,
      List<ParameterExpression> parameters,
      BlockStatement body,
      Class<?> result) {
    Scope inner = new Scope(environment);
    for (ParameterExpression parameter : parameters) {
      inner.declare(parameter.name, TreeTypes.of(parameter.getType()));
    }
    CodeStep step = new Statements(inner, effort, result).body(body);
    return new Code(step, inner, effort);
  }

  /** An object of a class that has no name. */
  Typed anonymous(NewExpression made) {
    Class<?> type = TreeTypes.of(made.type);
    if (!made.arguments.isEmpty()) {
      throw new UnknownFormException("arguments of a class without a name");
    }
    Environment environment = new Environment(scope);
    List<FieldDeclaration> fields = new ArrayList<>();
    List<MethodDeclaration> methods = new ArrayList<>();
    for (MemberDeclaration member : made.memberDeclarations) {
      if (member instanceof FieldDeclaration field) {
        fields.add(field);
      } else if (member instanceof MethodDeclaration method) {
        methods.add(method);
      } else {
        throw new UnknownFormException("member " + member.getClass());
      }
    }
    declare(fields, environment);
    Map<String, Code> codes = new HashMap<>();
    for (MethodDeclaration method : methods) {
      // behind a method stands one of the same name that calls it with other types
      if (!codes.containsKey(method.name)) {
        codes.put(
            method.name,
            code(environment, method.parameters, method.body, TreeTypes.of(method.resultType)));
      }
    }
    environment.end();
    Shapes.Maker maker = Shapes.object(type, codes);
    return new Typed(frame -> maker.make(environment.create(frame)), type);
  }

  private void declare(List<FieldDeclaration> fields, Environment environment) {
    for (FieldDeclaration field : fields) {
      if (!Modifier.isFinal(field.modifier) || field.initializer == null) {
        throw new UnknownFormException("a field that changes");
      }
      if (Modifier.isStatic(field.modifier)) {
        Class<?> type = TreeTypes.of(field.parameter.getType());
        Typed value = new ValueTranslator(new Scope(environment), effort).of(field.initializer);
        environment.constant(field.parameter.name, new Typed(JavaCasts.to(type, value), type));
      }
    }
    scope.begin();
    environment.nameConstants(scope);
    for (FieldDeclaration field : fields) {
      if (!Modifier.isStatic(field.modifier)) {
        Class<?> type = TreeTypes.of(field.parameter.getType());
        Typed value = new ValueTranslator(scope, effort).of(field.initializer);
        environment.field(field.parameter.name, new Typed(JavaCasts.to(type, value), type));
      }
    }
    scope.end();
  }
}

package org.thetisdb.sql.code;

import java.io.Serializable;
import java.lang.reflect.Modifier;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.runtime.Typed;
import org.apache.calcite.runtime.Utilities;

/** Writes trees as files of Java. Stateless. */
final class JavaText {
  /** The name of the class that a file declares. */
  static final String NAME = "Generated";

  private JavaText() {}

  static String of(ClassDeclaration query) {
    return "public final class %s implements %s, %s {\n%s\n}"
        .formatted(
            NAME,
            Bindable.class.getCanonicalName(),
            Typed.class.getCanonicalName(),
            Expressions.toString(query.memberDeclarations, "\n", false));
  }

  static String of(BlockStatement body, ParameterExpression root) {
    return "public final class %s extends %s implements %s, %s {\n%s\n}"
        .formatted(
            NAME,
            Utilities.class.getCanonicalName(),
            Function1.class.getCanonicalName(),
            Serializable.class.getCanonicalName(),
            Expressions.toString(
                Expressions.methodDecl(
                    Modifier.PUBLIC, Object[].class, "apply", java.util.List.of(root), body)));
  }
}

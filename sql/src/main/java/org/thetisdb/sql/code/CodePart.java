package org.thetisdb.sql.code;

import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.runtime.Bindable;
import org.codehaus.commons.compiler.CompileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.interpret.Interpreter;
import org.thetisdb.sql.interpret.UnknownFormException;

/**
 * One generated tree, interpreted until a class is made of it; both give the same. A tree with a
 * form that is not interpreted is a class from the beginning. Safe for all threads.
 */
public final class CodePart {
  private static final Logger LOG = LoggerFactory.getLogger(CodePart.class);

  private final Interpreter interpreter;
  private volatile Function1<DataContext, ?> made;

  /** The text that a class is made of; null when none is wanted any more. */
  private volatile Supplier<String> source;

  private CodePart(Supplier<Interpreter> translation, Supplier<String> source) {
    this.interpreter = interpreted(translation);
    this.source = source;
    if (interpreter == null) {
      this.made = newClass(source);
    }
  }

  /** A query; what it gives are rows. */
  public static CodePart ofQuery(ClassDeclaration query) {
    return new CodePart(() -> Interpreter.ofQuery(query), () -> JavaText.of(query));
  }

  /** Expressions, whose values {@code body} gives as an array. */
  public static CodePart ofValues(BlockStatement body, ParameterExpression root) {
    return new CodePart(() -> Interpreter.ofValues(body, root), () -> JavaText.of(body, root));
  }

  private CodePart(Function1<DataContext, ?> made) {
    this.interpreter = null;
    this.source = null;
    this.made = made;
  }

  /** What another part gives, which is made when it is called first. */
  public static CodePart later(Supplier<CodePart> part) {
    return new CodePart(new Later(part));
  }

  private static final class Later implements Function1<DataContext, Object> {
    private final Supplier<CodePart> source;
    private volatile CodePart part;

    Later(Supplier<CodePart> source) {
      this.source = source;
    }

    @Override
    public Object apply(DataContext root) {
      CodePart present = part;
      if (present == null) {
        present = source.get();
        part = present;
      }
      return present.call(root);
    }
  }

  private static Interpreter interpreted(Supplier<Interpreter> translation) {
    try {
      return translation.get();
    } catch (UnknownFormException e) {
      LOG.debug("A class is made at once, because of {}", e.getMessage());
      return null;
    }
  }

  private static Function1<DataContext, ?> newClass(Supplier<String> source) {
    try {
      return function(ClassMaker.make(JavaText.NAME, source.get()));
    } catch (CompileException e) {
      throw new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, "a plan of this size").causedBy(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Function1<DataContext, ?> function(Object made) {
    return made instanceof Bindable<?> rows ? rows::bind : (Function1<DataContext, ?>) made;
  }

  /** Makes a class, unless there is one or none can be made. Takes milliseconds. */
  public void makeClass() {
    Supplier<String> present = source;
    if (made != null || present == null) {
      return;
    }
    try {
      made = newClass(present);
    } catch (ThetisException e) {
      LOG.debug("A tree stays interpreted.", e);
    }
    source = null;
  }

  /**
   * Its class cannot be used any more, as a constant of it failed: from here on the tree reports
   * the error.
   */
  public void forgetClass() {
    if (interpreter != null) {
      source = null;
      made = null;
    } else if (source != null) {
      made = newClass(source);
    }
  }

  private Object call(DataContext root) {
    Function1<DataContext, ?> code = made;
    return code == null ? interpreter.call(root) : code.apply(root);
  }

  /** The rows of a query. */
  public Enumerable<?> rows(DataContext root) {
    return (Enumerable<?>) call(root);
  }

  /** The values of expressions. */
  public Object[] values(DataContext root) {
    try {
      return (Object[]) call(root);
    } catch (LinkageError e) {
      forgetClass();
      throw e;
    }
  }

  /** About how often its functions were interpreted. */
  long calls() {
    return made == null ? interpreter.calls() : 0;
  }
}

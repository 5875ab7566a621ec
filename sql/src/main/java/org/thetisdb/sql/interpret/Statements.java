package org.thetisdb.sql.interpret;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.CatchBlock;
import org.apache.calcite.linq4j.tree.ConditionalStatement;
import org.apache.calcite.linq4j.tree.DeclarationStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.ForStatement;
import org.apache.calcite.linq4j.tree.GotoStatement;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.ThrowStatement;
import org.apache.calcite.linq4j.tree.TryStatement;
import org.apache.calcite.linq4j.tree.WhileStatement;

/** Translates the statements of one function. Not thread-safe. */
final class Statements {
  private final Scope scope;
  private final ValueTranslator values;
  private final Class<?> result;

  /**
   * For a function.
   *
   * @param result the type of what it returns
   */
  Statements(Scope scope, Effort effort, Class<?> result) {
    this.scope = scope;
    this.values = new ValueTranslator(scope, effort);
    this.result = result;
  }

  /** A whole body. */
  CodeStep body(BlockStatement block) {
    return block(block);
  }

  private CodeStep translate(org.apache.calcite.linq4j.tree.Node statement) {
    if (statement instanceof BlockStatement block) {
      return block(block);
    }
    if (statement instanceof DeclarationStatement declaration) {
      return declaration(declaration);
    }
    if (statement instanceof GotoStatement jump) {
      return jump(jump);
    }
    if (statement instanceof ConditionalStatement conditional) {
      return conditional(conditional);
    }
    if (statement instanceof WhileStatement loop) {
      return loop(condition(loop.condition), translate(loop.body), null);
    }
    if (statement instanceof ForStatement loop) {
      return counted(loop);
    }
    if (statement instanceof ThrowStatement thrown) {
      Node error = values.of(thrown.expression).node();
      return frame -> {
        throw CallTranslator.passed((Throwable) error.eval(frame));
      };
    }
    if (statement instanceof TryStatement guarded) {
      return guarded(guarded);
    }
    if (statement instanceof Expression expression) {
      return evaluated(expression);
    }
    throw new UnknownFormException("statement " + statement.getClass());
  }

  private CodeStep block(BlockStatement block) {
    scope.begin();
    List<CodeStep> steps = new ArrayList<>();
    block.statements.forEach(each -> steps.add(translate(each)));
    scope.end();
    return sequence(steps);
  }

  private static CodeStep sequence(List<CodeStep> list) {
    if (list.size() == 1) {
      return list.get(0);
    }
    CodeStep[] steps = list.toArray(new CodeStep[0]);
    return frame -> {
      for (CodeStep step : steps) {
        Object outcome = step.run(frame);
        if (outcome != CodeStep.NEXT) {
          return outcome;
        }
      }
      return CodeStep.NEXT;
    };
  }

  private CodeStep declaration(DeclarationStatement declaration) {
    ParameterExpression variable = declaration.parameter;
    Class<?> type = TreeTypes.of(variable.getType());
    // evaluated before the name is there
    Node value =
        declaration.initializer == null
            ? constant(JavaCasts.initial(type))
            : JavaCasts.to(type, values.of(declaration.initializer));
    int slot = scope.declare(variable.name, type).slot();
    return frame -> {
      frame[slot] = value.eval(frame);
      return CodeStep.NEXT;
    };
  }

  private static Node constant(Object value) {
    return frame -> value;
  }

  private CodeStep jump(GotoStatement jump) {
    return switch (jump.kind) {
      case Return -> jump.expression == null ? frame -> null : returned(jump.expression);
      case Sequence -> evaluated(jump.expression);
      case Break, Continue, Goto -> throw new UnknownFormException("a jump");
    };
  }

  private CodeStep returned(Expression expression) {
    Node value = JavaCasts.to(result, values.of(expression));
    return value::eval;
  }

  private CodeStep evaluated(Expression expression) {
    Node value = values.of(expression).node();
    return frame -> {
      value.eval(frame);
      return CodeStep.NEXT;
    };
  }

  private Node condition(org.apache.calcite.linq4j.tree.Node expression) {
    return JavaCasts.to(boolean.class, values.of((Expression) expression));
  }

  private CodeStep conditional(ConditionalStatement conditional) {
    List<org.apache.calcite.linq4j.tree.Node> parts = conditional.expressionList;
    CodeStep otherwise =
        parts.size() % 2 == 1 ? inBlock(parts.get(parts.size() - 1)) : frame -> CodeStep.NEXT;
    for (int i = parts.size() / 2 * 2 - 2; i >= 0; i -= 2) {
      Node condition = condition(parts.get(i));
      CodeStep then = inBlock(parts.get(i + 1));
      CodeStep last = otherwise;
      otherwise = frame -> (Boolean) condition.eval(frame) ? then.run(frame) : last.run(frame);
    }
    return otherwise;
  }

  private CodeStep inBlock(org.apache.calcite.linq4j.tree.Node statement) {
    scope.begin();
    CodeStep step = translate(statement);
    scope.end();
    return step;
  }

  private static CodeStep loop(Node condition, CodeStep body, Node behind) {
    return frame -> {
      while ((Boolean) condition.eval(frame)) {
        Object outcome = body.run(frame);
        if (outcome != CodeStep.NEXT) {
          return outcome;
        }
        if (behind != null) {
          behind.eval(frame);
        }
      }
      return CodeStep.NEXT;
    };
  }

  private CodeStep counted(ForStatement loop) {
    scope.begin();
    List<CodeStep> steps = new ArrayList<>();
    loop.declarations.forEach(each -> steps.add(declaration(each)));
    Node condition = loop.condition == null ? constant(true) : condition(loop.condition);
    CodeStep body = inBlock(loop.body);
    steps.add(loop(condition, body, loop.post == null ? null : values.of(loop.post).node()));
    scope.end();
    return sequence(steps);
  }

  private CodeStep guarded(TryStatement guarded) {
    CodeStep body = inBlock(guarded.body);
    List<Caught> caught = new ArrayList<>();
    for (CatchBlock block : guarded.catchBlocks) {
      scope.begin();
      Class<?> type = TreeTypes.of(block.parameter.getType());
      int slot = scope.declare(block.parameter.name, type).slot();
      caught.add(new Caught(type, slot, inBlock(block.body)));
      scope.end();
    }
    CodeStep last = guarded.fynally == null ? null : inBlock(guarded.fynally);
    CodeStep whole = frame -> caught(body, caught, frame);
    return last == null
        ? whole
        : frame -> {
          Object outcome;
          try {
            outcome = whole.run(frame);
          } finally {
            last.run(frame);
          }
          return outcome;
        };
  }

  private record Caught(Class<?> type, int slot, CodeStep body) {}

  private static Object caught(CodeStep body, List<Caught> blocks, Object[] frame) {
    try {
      return body.run(frame);
    } catch (Throwable e) {
      for (Caught block : blocks) {
        if (block.type.isInstance(e)) {
          frame[block.slot] = e;
          return block.body.run(frame);
        }
      }
      throw CallTranslator.passed(e);
    }
  }
}

package org.thetisdb.core.testing;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/** Counts the tests that {@link InTurn} stands above, in the order in which they come. */
final class Turns implements ExecutionCondition {
  private static final ConditionEvaluationResult RUNS =
      ConditionEvaluationResult.enabled("it is its turn");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (TestSet.now() == TestSet.NIGHT || !isOneTest(context)) {
      return RUNS;
    }
    InTurn turn = turnOf(context);
    AtomicInteger next =
        context
            .getRoot()
            .getStore(Namespace.create(Turns.class))
            .computeIfAbsent(
                whatIsCounted(context), key -> new AtomicInteger(turn.from()), AtomicInteger.class);
    return TestSet.isDue(next.getAndIncrement(), turn.oneIn())
        ? RUNS
        : ConditionEvaluationResult.disabled("other commits and the night run it");
  }

  /** A class, and a method with many invocations, is asked about, too: they always run. */
  private static boolean isOneTest(ExtensionContext context) {
    String id = context.getUniqueId();
    String last = id.substring(id.lastIndexOf("/["));
    return last.startsWith("/[method:") || last.startsWith("/[test-template-invocation:");
  }

  private static InTurn turnOf(ExtensionContext context) {
    return onMethod(context).orElseGet(() -> onClass(context.getRequiredTestClass()));
  }

  private static Optional<InTurn> onMethod(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), InTurn.class);
  }

  /** On the class or on one that it is within. */
  private static InTurn onClass(Class<?> type) {
    return AnnotationSupport.findAnnotation(type, InTurn.class)
        .orElseGet(() -> onClass(type.getEnclosingClass()));
  }

  private static String whatIsCounted(ExtensionContext context) {
    String type = context.getRequiredTestClass().getName();
    return onMethod(context).isPresent()
        ? type + '#' + context.getRequiredTestMethod().getName()
        : type;
  }
}

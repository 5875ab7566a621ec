package org.thetisdb.core.testing;

import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Counts the tests that {@link InTurn} stands above, in the order in which they come. JUnit makes a
 * test's object before it asks whether the test runs; that object may be a whole cluster, so of a
 * test that does not run it is not made.
 */
final class Turns implements ExecutionCondition, InvocationInterceptor {
  private static final String OTHERS_RUN_IT = "other commits and the night run it";
  private static final Namespace STORE = Namespace.create(Turns.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return runs(context)
        ? ConditionEvaluationResult.enabled("it is its turn")
        : ConditionEvaluationResult.disabled(OTHERS_RUN_IT);
  }

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> making,
      ReflectiveInvocationContext<Constructor<T>> constructor,
      ExtensionContext context)
      throws Throwable {
    if (!runs(context)) {
      making.skip();
      Assumptions.abort(OTHERS_RUN_IT);
    }
    return making.proceed();
  }

  /** Whether a test, or a whole class, runs; asked again, the same. */
  private static boolean runs(ExtensionContext context) {
    if (TestSet.now() == TestSet.NIGHT) {
      return true;
    }
    if (!isOneTest(context)) {
      return context.getTestClass().map(Turns::isTurnOfWhole).orElse(true);
    }
    if (turnOf(context).whole()) {
      return true;
    }
    return context
        .getRoot()
        .getStore(STORE)
        .computeIfAbsent(context.getUniqueId(), id -> isItsTurn(context), Boolean.class);
  }

  private static boolean isTurnOfWhole(Class<?> type) {
    return AnnotationSupport.findAnnotation(type, InTurn.class)
        .filter(InTurn::whole)
        .map(turn -> TestSet.isDue(turn.from(), turn.oneIn()) || TestSet.isTouched(type.getName()))
        .orElse(true);
  }

  private static boolean isItsTurn(ExtensionContext context) {
    InTurn turn = turnOf(context);
    AtomicInteger next =
        context
            .getRoot()
            .getStore(STORE)
            .computeIfAbsent(
                whatIsCounted(context), key -> new AtomicInteger(turn.from()), AtomicInteger.class);
    return TestSet.isDue(next.getAndIncrement(), turn.oneIn());
  }

  /** A class, and a method with many invocations, is asked about, too. */
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

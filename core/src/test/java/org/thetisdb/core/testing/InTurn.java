package org.thetisdb.core.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that take turns: each commit runs one in so many of them, other ones than the commit
 * before, and the night all. Each invocation of a parameterized test counts as a test.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Turns.class)
public @interface InTurn {
  /** One in so many is run. */
  int oneIn();

  /** The number of the first of them; those that should not meet in one commit have others. */
  int from() default 0;

  /**
   * Of a class: it counts as one test, so all of it runs or nothing, not even what it does once for
   * all its tests. A commit that changes the class runs it.
   */
  boolean whole() default false;
}

package org.thetisdb.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.pool.TypePool;

/**
 * The engine of this JVM with a rule left out, while something runs on it. Its classes are
 * redefined and put back: they stay loaded, and what the JVM has compiled of all others stays, too,
 * so a mutant costs milliseconds. There is one at a time, and nobody else may run the engine
 * meanwhile: these tests have a JVM of their own, see the module's {@code pom.xml}.
 */
final class Mutant {
  private static final ClassLoader ENGINE = Mutant.class.getClassLoader();
  private static final ClassFileLocator FILES = ClassFileLocator.ForClassLoader.of(ENGINE);
  private static final Instrumentation JVM = ByteBuddyAgent.install();
  private static final AtomicReference<Mutation> IN_FORCE = new AtomicReference<>();

  private final Mutation mutation;
  private final List<ClassDefinition> originals = new ArrayList<>();

  private Mutant(Mutation mutation) {
    this.mutation = mutation;
  }

  /**
   * Runs something while a mutation is in force; returns what it returns.
   *
   * @throws IllegalStateException if the mutation is not possible: what a scenario or a seed meets
   *     then would say nothing about the rule; or if another one is in force
   */
  static <T> T during(Mutation mutation, Supplier<T> task) {
    if (!IN_FORCE.compareAndSet(null, mutation)) {
      throw new IllegalStateException(mutation + " meets " + IN_FORCE.get());
    }
    try {
      return new Mutant(mutation).during(task);
    } finally {
      IN_FORCE.set(null);
    }
  }

  /**
   * Looks whether the mutation is possible: its classes, methods and calls are there by these
   * names.
   *
   * @throws IllegalStateException if it is not
   */
  static void requirePossible(Mutation mutation) {
    try {
      new Mutant(mutation).mutated();
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalStateException(mutation + ": the engine cannot be changed so", e);
    }
  }

  private <T> T during(Supplier<T> task) {
    try {
      redefine(mutated());
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalStateException(mutation + ": the engine cannot be changed so", e);
    }
    try {
      return task.get();
    } finally {
      redefine(originals);
    }
  }

  private List<ClassDefinition> mutated() {
    List<ClassDefinition> mutated = new ArrayList<>();
    mutation
        .changes()
        .forEach(
            (name, change) -> {
              Class<?> changed = engineClass(name);
              originals.add(new ClassDefinition(changed, original(name)));
              mutated.add(new ClassDefinition(changed, mutated(name, change)));
            });
    return mutated;
  }

  private static Class<?> engineClass(String name) {
    try {
      return Class.forName(name, true, ENGINE);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("there is no " + name, e);
    }
  }

  private static byte[] original(String name) {
    try (InputStream file = ENGINE.getResourceAsStream(name.replace('.', '/') + ".class")) {
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class with other bodies of methods: a JVM takes no other changes of a loaded class. */
  private static byte[] mutated(String name, UnaryOperator<DynamicType.Builder<?>> change) {
    DynamicType.Builder<?> builder =
        new ByteBuddy()
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .redefine(TypePool.Default.of(FILES).describe(name).resolve(), FILES);
    try (DynamicType.Unloaded<?> changed = change.apply(builder).make()) {
      return changed.getBytes();
    }
  }

  private static void redefine(List<ClassDefinition> classes) {
    try {
      JVM.redefineClasses(classes.toArray(ClassDefinition[]::new));
    } catch (ClassNotFoundException | UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }
}

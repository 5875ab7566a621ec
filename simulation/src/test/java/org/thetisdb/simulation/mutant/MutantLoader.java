package org.thetisdb.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;

/** Loads the whole database once more, with a rule left out, and runs seeds on it. */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "org.thetisdb.";
  private static final String TESTS = "org.thetisdb.simulation.mutant.";

  /** Calcite has code that it generates loaded by whatever has loaded these. */
  private static final List<String> COMPILERS =
      List.of(
          "org.apache.calcite.adapter.enumerable.EnumerableInterpretable",
          "org.apache.calcite.rex.RexExecutable",
          "org.apache.calcite.rex.RexExecutorImpl");

  private final Mutation mutation;

  /**
   * A loader of a mutant.
   *
   * @throws IllegalStateException if the mutation is not possible: what a story or a seed meets
   *     then would say nothing about the rule
   */
  MutantLoader(Mutation mutation) {
    super(MutantLoader.class.getClassLoader());
    this.mutation = mutation;
    for (String changed : mutation.changes().keySet()) {
      try {
        loadClass(changed);
      } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
        throw new IllegalStateException(mutation + ": " + changed + " cannot be changed so", e);
      }
    }
  }

  /** Runs one seed; returns what it found. */
  List<String> run(long seed) {
    return run("run", seed);
  }

  /** Runs one seed with sessions of SQL; returns what it found. */
  List<String> runWithSql(long seed) {
    return run("runWithSql", seed);
  }

  /** Runs one seed with sessions of SQL and definitions; returns what it found. */
  List<String> runWithDefinitions(long seed) {
    return run("runWithDefinitions", seed);
  }

  /** Runs one seed whose transactions commit over several sites; returns what it found. */
  List<String> runWithTwoPhases(long seed) {
    return run("runWithTwoPhases", seed);
  }

  /** Runs one seed whose transactions involve all masters that they meet. */
  List<String> runWithAllMasters(long seed) {
    return run("runWithAllMasters", seed);
  }

  /** The same with sessions of SQL; returns what it found. */
  List<String> runWithAllMastersAndSql(long seed) {
    return run("runWithAllMastersAndSql", seed);
  }

  /** Runs one seed where some sites hold only what they master. */
  List<String> runWithPartialSites(long seed) {
    return run("runWithPartialSites", seed);
  }

  /** Runs one seed in which placements are applied; returns the problems that were found. */
  List<String> runWithPlacements(long seed) {
    return run("runWithPlacements", seed);
  }

  /** Runs one seed whose calls run in batches; returns what it found. */
  List<String> runWithBatches(long seed) {
    return run("runWithBatches", seed);
  }

  /** Runs one seed whose calls run in batches, with sessions of SQL; returns what it found. */
  List<String> runWithBatchesAndSql(long seed) {
    return run("runWithBatchesAndSql", seed);
  }

  /** Runs one seed in which the scheme changes again and again; returns what it found. */
  List<String> runWithSchemeChanges(long seed) {
    return run("runWithSchemeChanges", seed);
  }

  /** Runs one seed whose calls run in phases; returns what it found. */
  List<String> runWithPhases(long seed) {
    return run("runWithPhases", seed);
  }

  /** Problems of one seed under the scheme whose calls lock what they read, too. */
  List<String> runWithReadLocks(long seed) {
    return run("runWithReadLocks", seed);
  }

  /** Problems of one seed under the scheme whose calls are validated after they have run. */
  List<String> runWithValidation(long seed) {
    return run("runWithValidation", seed);
  }

  /** Problems of one seed under the scheme whose calls commit by the epoch. */
  List<String> runWithEpochs(long seed) {
    return run("runWithEpochs", seed);
  }

  /** The same with sessions of SQL. */
  List<String> runWithEpochsAndSql(long seed) {
    return run("runWithEpochsAndSql", seed);
  }

  /** Runs one seed under the scheme of a name; returns what it found. */
  List<String> runUnder(String scheme, long seed) {
    Consumer<String> deaf = line -> {};
    try {
      return problems(
          simulation()
              .getMethod("runUnder", String.class, long.class, Consumer.class)
              .invoke(null, scheme, seed, deaf));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(mutation + " could not be run", e);
    }
  }

  private List<String> run(String how, long seed) {
    Consumer<String> deaf = line -> {};
    try {
      return problems(
          simulation().getMethod(how, long.class, Consumer.class).invoke(null, seed, deaf));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(mutation + " could not be run", e);
    }
  }

  private Class<?> simulation() throws ClassNotFoundException {
    return loadClass(OURS + "simulation.cluster.Simulation");
  }

  @SuppressWarnings("unchecked")
  private static List<String> problems(Object report) throws ReflectiveOperationException {
    return (List<String>) report.getClass().getMethod("problems").invoke(report);
  }

  /** Tells a story; returns what went wrong in it, or null if it ended well. */
  Throwable tell(String storyClass, String story) {
    try {
      Constructor<?> stage = loadClass(OURS + storyClass).getDeclaredConstructor();
      stage.setAccessible(true);
      Object opened = stage.newInstance();
      Method method = opened.getClass().getDeclaredMethod(story);
      method.setAccessible(true);
      method.invoke(opened);
      return null;
    } catch (InvocationTargetException wentWrong) {
      return wentWrong.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the story " + story + " could not be told", e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isOfTheMutant(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private static boolean isOfTheMutant(String name) {
    return name.startsWith(OURS)
        ? !name.startsWith(TESTS)
        : COMPILERS.stream().anyMatch(name::startsWith);
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = mutation.changes().containsKey(name) ? mutated(name) : original(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] original(String name) throws ClassNotFoundException {
    try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] mutated(String name) {
    ClassFileLocator files = ClassFileLocator.ForClassLoader.of(getParent());
    DynamicType.Builder<?> builder =
        new ByteBuddy().redefine(TypePool.Default.of(files).describe(name).resolve(), files);
    try (DynamicType.Unloaded<?> changed = mutation.changes().get(name).apply(builder).make()) {
      return changed.getBytes();
    }
  }
}

package org.thetisdb.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.SessionId;

/**
 * What the engine must not do: read time or randomness behind the back of its interfaces, and block
 * a thread. A history repeats from its seed only if both hold.
 */
final class EngineRules {
  /** The classes that implement clock and randomness on the real machine. */
  private static final DescribedPredicate<JavaClass> SYSTEM =
      describe(
          "classes named System*", type -> outermost(type).getSimpleName().startsWith("System"));

  /** Those that own threads of the engine: they must be able to park them. */
  private static final Set<String> THREAD_OWNERS =
      Set.of(
          "org.thetisdb.core.time.EngineThread",
          "org.thetisdb.core.time.EventLoopHolder",
          "org.thetisdb.core.time.TaskLoop",
          "org.thetisdb.core.time.Watchdog");

  /** Code that stands between the engine and threads, its own and those of libraries. */
  private static final DescribedPredicate<JavaClass> ADAPTER =
      resideInAnyPackage(
              "org.thetisdb.replication..kafka..",
              "org.thetisdb.replication..zookeeper..",
              "org.thetisdb.replication.embedded..",
              "org.thetisdb.core..netty..",
              "org.thetisdb.core.net.socket..")
          .or(
              describe(
                  "owners of threads", type -> THREAD_OWNERS.contains(outermost(type).getName())))
          .as("adapters");

  private static final Set<Class<?>> BLOCKING_TYPES =
      Set.of(
          BlockingQueue.class,
          CountDownLatch.class,
          CyclicBarrier.class,
          Exchanger.class,
          Phaser.class,
          Semaphore.class);

  private EngineRules() {}

  /** Time and randomness come through interfaces. */
  static ArchRule determinism(String... packages) {
    return noClasses()
        .that(resideInAnyPackage(packages))
        .and(not(SYSTEM))
        .should()
        .accessTargetWhere(describe("it reads the machine's time", EngineRules::readsTime))
        .orShould()
        .accessTargetWhere(
            describe("it takes randomness without a seed", EngineRules::takesRandomness))
        .because("one seed must give one history")
        .allowEmptyShould(true);
  }

  /** No thread of the engine waits. */
  static ArchRule noBlocking(String... packages) {
    return noClasses()
        .that(resideInAnyPackage(packages))
        .and(not(ADAPTER))
        .should()
        .accessTargetWhere(describe("it waits", EngineRules::waits))
        .orShould()
        .dependOnClassesThat(describe("block a thread", EngineRules::isBlockingType))
        .because("waiting is a queue, not a parked thread")
        .allowEmptyShould(true);
  }

  /** Only who gives ids out makes them: two uses of one session get each other's outcomes. */
  static ArchRule sessionIds(String... packages) {
    return noClasses()
        .that(resideInAnyPackage(packages))
        .and(not(describe("SessionIds", type -> type.getSimpleName().equals("SessionIds"))))
        .should()
        .callMethod(SessionId.class, "base", int.class, long.class)
        .because("sessions are given out by SessionIds and OwnSessions alone")
        .allowEmptyShould(true);
  }

  private static boolean readsTime(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return switch (owner) {
      case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
      case "java.lang.Thread" -> name.equals("sleep");
      case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
      default -> owner.startsWith("java.time.") && name.equals("now");
    };
  }

  private static boolean takesRandomness(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    boolean constructor = name.equals("<init>");
    if (owner.isEquivalentTo(ThreadLocalRandom.class)) {
      return true;
    }
    if (constructor && owner.isAssignableTo(RandomGenerator.class)) {
      return !takesSeed(access);
    }
    return (owner.getName().equals("java.util.UUID") && name.equals("randomUUID"))
        || (owner.getName().equals("java.lang.Math") && name.equals("random"))
        || (owner.isAssignableTo(Random.class) && name.equals("getInstanceStrong"));
  }

  private static boolean takesSeed(JavaAccess<?> access) {
    return access.getTarget() instanceof CodeUnitAccessTarget target
        && !target.getRawParameterTypes().isEmpty();
  }

  private static boolean waits(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    if (owner.isAssignableTo(Future.class)) {
      return name.equals("get") || name.equals("join");
    }
    if (owner.isAssignableTo(Thread.class)) {
      return name.equals("join") || name.equals("sleep");
    }
    return owner.getName().equals("java.lang.Object") && name.equals("wait");
  }

  private static boolean isBlockingType(JavaClass type) {
    return type.getPackageName().equals("java.util.concurrent.locks")
        || BLOCKING_TYPES.stream().anyMatch(type::isAssignableTo);
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}

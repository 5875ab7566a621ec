package org.thetisdb.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.server.site.Site;

/** What engines were seen doing is told apart by the methods that were under way. */
final class EngineTimeTest {
  private static final String QUEUE = "org.thetisdb.server.gate.ReadyQueue.drain";
  private static final String RUN = "org.thetisdb.server.execution.TransactionRunner.resultOf";
  private static final String RESERVE = "org.thetisdb.server.scheme.batch.Reservations.commitOrder";
  private static final String FIND = "org.thetisdb.server.scheme.deterministic.Placeholders.find";

  /** What engines use, and what runs on threads of its own. */
  private static final Set<String> NO_ENGINES =
      Set.of(
          "catalog",
          "checkpoint",
          "commit",
          "disk",
          "lane",
          "ownership",
          "lock",
          "mastership",
          "purge",
          "reader",
          "snapshot");

  private final EngineTime time = new EngineTime();

  private void add(String thread, String... methods) {
    time.add(thread, List.of(methods));
  }

  @Test
  void schedulingIsAPartOfTheEnginesTimeAndOfRuns() {
    add("site-1", RESERVE, QUEUE);
    add("site-1", "java.util.HashMap.get", FIND, RUN, QUEUE);
    add("site-1", RUN, QUEUE);
    add("site-1", "org.thetisdb.server.scheme.deterministic.OrderedCalls.keepsToLocks", QUEUE);
    add("site-1", "org.thetisdb.server.execution.Answers.send", QUEUE);
    assertThat(time.shares())
        .containsEntry("of_engine", 0.6)
        .containsEntry("of_runs", 0.75)
        .containsEntry("samples", 5.0);
  }

  @Test
  void whoRunsATaskInTheEnginesPlaceCountsAndOtherThreadsDoNot() {
    add("site-1", RUN, QUEUE);
    add("thetis-net-1-2", RESERVE, QUEUE);
    add("thetis-net-1-2", "org.thetisdb.router.engine.Router.onMessage");
    add("site-1-refresh", "org.thetisdb.server.refresh.SiteRefresh.apply");
    assertThat(time.shares()).containsEntry("of_engine", 0.5).containsEntry("samples", 2.0);
  }

  @Test
  void theSiteThatWasSeenMostCounts() {
    add("site-1", RUN, QUEUE);
    add("site-2", RESERVE, QUEUE);
    add("site-2", RESERVE, QUEUE);
    assertThat(time.shares()).containsEntry("of_engine", 1.0).containsEntry("samples", 2.0);
  }

  /** One that is forgotten would take its share out of every figure, and nobody would see it. */
  @Test
  void eachPackageOfTheServerIsKnownAsAPartOfEnginesOrNot() throws IOException {
    Set<String> known = new TreeSet<>(NO_ENGINES);
    EngineTime.visitedPackages().forEach(known::add);
    assertThat(packagesOfServer()).isEqualTo(known);
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void eachSchedulerIsAClassOfTheServer(String name) {
    assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException();
  }

  static List<String> schedulers() {
    return EngineTime.SCHEDULERS;
  }

  private static Set<String> packagesOfServer() throws IOException {
    Path server = serverClasses();
    if (Files.isDirectory(server)) {
      return packagesIn(server);
    }
    try (FileSystem jar = FileSystems.newFileSystem(server)) {
      return packagesIn(jar.getPath("/"));
    }
  }

  private static Path serverClasses() {
    try {
      return Path.of(Site.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> packagesIn(Path root) throws IOException {
    try (Stream<Path> all = Files.list(root.resolve("org/thetisdb/server"))) {
      return all.filter(Files::isDirectory)
          .map(each -> each.getFileName().toString().replace("/", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void nothingIsToldOfNothing() {
    assertThat(time.shares()).isEmpty();
  }
}

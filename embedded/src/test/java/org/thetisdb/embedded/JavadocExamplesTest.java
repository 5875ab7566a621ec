package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.NotRunException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ErrorCode;

/** The examples in Javadoc of what applications compile against compile, and do what they say. */
@Tag("cluster")
@Timeout(120)
final class JavadocExamplesTest {
  private static final String JAR = "examples";

  private final EmbeddedThetis db = EmbeddedThetis.shared();

  @TempDir private Path directory;
  private Path classes;
  private JavadocExamples examples;

  @BeforeEach
  void compile() throws IOException, SQLException {
    classes = Files.createDirectory(directory.resolve("classes"));
    examples = JavadocExamples.reaching(db.address());
    examples.compile(directory, classes);
    db.clear();
    db.upload(JAR, classes);
    try (Connection connection = db.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, balance DECIMAL(12, 2))");
      statement.execute("INSERT INTO account VALUES (7, 100)");
      statement.execute("INSERT INTO checking VALUES (1, 2000), (2, 2000)");
    }
  }

  @AfterEach
  void clear() throws SQLException {
    db.clear();
  }

  @Test
  void theEntryClassesHaveExamples() {
    assertThat(examples.names())
        .contains("SendPayment", "Raise", "CloseDistrict", "OrdersTest")
        .contains("ExampleOfThetisDriver", "ExampleOfThetisDataSource", "ExampleOfThetisInterval")
        .contains("ExampleOfThetisClient", "ExampleOfSession", "ExampleOfCallException")
        .contains("ExampleOfClientOptions", "ExampleOfLargeValues", "ExampleOfValueCodec")
        .contains("ExampleOfTable", "ExampleOfKeyRange", "ExampleOfRow", "ExampleOfErrorCode")
        .contains("ExampleOfProcedureTester", "ExampleOfEmbeddedThetis")
        .contains("ExampleOfEmbeddedThetisBuilder");
  }

  @Test
  void theExamplesRun() throws Exception {
    try (URLClassLoader loader =
            new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
        Connection connection = db.dataSource().getConnection();
        ThetisClient client = db.connect();
        Session session = client.session()) {
      Class<?> around = loader.loadClass("example.Around");
      around.getField("connection").set(null, connection);
      around.getField("client").set(null, client);
      around.getField("session").set(null, session);
      for (String name : examples.runnable()) {
        loader.loadClass(name).getMethod("run").invoke(null);
      }
      runTests(loader.loadClass("example.OrdersTest"));
      assertThat(session.call("Raise", 2L, 1L)).isEqualTo(1);
    }
  }

  @Test
  void clearingDropsTablesOfProceduresUntilTheyAreUploadedAgain() throws SQLException {
    try (ThetisClient client = db.connect();
        Session session = client.session()) {
      assertThat(session.call("Raise", 1L, 5L)).isEqualTo(2);
      db.clear();
      assertThatThrownBy(() -> session.call("Raise", 1L, 5L))
          .isInstanceOfSatisfying(
              NotRunException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
      db.upload(JAR, classes);
      assertThat(session.call("Raise", 1L, 5L)).isEqualTo(0);
    }
  }

  private static void runTests(Class<?> tests) throws Exception {
    Constructor<?> maker = tests.getDeclaredConstructor();
    maker.setAccessible(true);
    int count = 0;
    for (Method method : tests.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        method.setAccessible(true);
        method.invoke(maker.newInstance());
        count++;
      }
    }
    assertThat(count).isEqualTo(1);
  }
}

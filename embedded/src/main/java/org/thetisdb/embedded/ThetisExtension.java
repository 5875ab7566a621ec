package org.thetisdb.embedded;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a class of JUnit 5 tests, or of later versions, a cluster. The tests of a JVM share one
 * unless they ask for another; each class begins with an empty database.
 *
 * <pre>{@code
 * class OrdersTest {
 *   @RegisterExtension static ThetisExtension db = ThetisExtension.create();
 *
 *   @Test
 *   void ordersAreKept() throws SQLException {
 *     try (Connection connection = db.dataSource().getConnection();
 *         Statement statement = connection.createStatement()) {
 *       statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, item TEXT)");
 *       assertEquals(1, statement.executeUpdate("INSERT INTO orders VALUES (1, 'bread')"));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>With {@code @ExtendWith(ThetisExtension.class)} tests take an {@link EmbeddedThetis} or a
 * {@link DataSource} as a parameter. The extension closes the cluster that it started; tests close
 * the connections that they open. Classes that share a cluster must not run at the same time, since
 * each empties it when it begins. Its methods may be called from any thread.
 */
public final class ThetisExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private final EmbeddedThetisBuilder own;
  private boolean clears = true;
  private EmbeddedThetis cluster;

  /** Nested classes begin and end within the one that holds them. */
  private int depth;

  /** For {@code @ExtendWith}: the shared cluster, empty when the class begins. */
  public ThetisExtension() {
    this(null);
  }

  private ThetisExtension(EmbeddedThetisBuilder own) {
    this.own = own;
  }

  /**
   * An extension with the cluster that all tests of this JVM share, {@link EmbeddedThetis#shared}.
   *
   * @return an extension for a static field with {@code @RegisterExtension}
   */
  public static ThetisExtension create() {
    return new ThetisExtension();
  }

  /**
   * An extension with a cluster of the class's own, started before its tests and ended after them.
   *
   * @param builder of the cluster
   * @return an extension for a static field with {@code @RegisterExtension}
   */
  public static ThetisExtension create(EmbeddedThetisBuilder builder) {
    return new ThetisExtension(builder);
  }

  /**
   * Leaves what classes before this one have made.
   *
   * @return this extension
   */
  public ThetisExtension keepingData() {
    clears = false;
    return this;
  }

  /**
   * The cluster. It is started when it is first asked for, so that static initialisers may ask,
   * too.
   *
   * @return the cluster, which the extension closes
   * @throws org.thetisdb.core.error.ThetisException if it cannot be started
   */
  public synchronized EmbeddedThetis cluster() {
    if (cluster == null) {
      cluster = own == null ? EmbeddedThetis.shared() : own.start();
    }
    return cluster;
  }

  /**
   * The URL of the cluster, for {@code DriverManager} and pools.
   *
   * @return as {@link EmbeddedThetis#jdbcUrl} says
   */
  public String jdbcUrl() {
    return cluster().jdbcUrl();
  }

  /**
   * A data source of the cluster.
   *
   * @return as {@link EmbeddedThetis#dataSource} says
   */
  public DataSource dataSource() {
    return cluster().dataSource();
  }

  /** Empties the database, unless {@link #keepingData} says otherwise. */
  @Override
  public synchronized void beforeAll(ExtensionContext tests) throws SQLException {
    depth++;
    if (depth == 1 && clears) {
      cluster().clear();
    }
  }

  /** Ends the cluster, unless it is the shared one. */
  @Override
  public synchronized void afterAll(ExtensionContext tests) {
    depth--;
    if (depth == 0 && cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  /** True for parameters of type {@link EmbeddedThetis} and {@link DataSource}. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return type == EmbeddedThetis.class || type == DataSource.class;
  }

  /** The cluster, or its data source. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == DataSource.class ? dataSource() : cluster();
  }
}

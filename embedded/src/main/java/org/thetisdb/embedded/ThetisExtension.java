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
 * @RegisterExtension static ThetisExtension db = ThetisExtension.create();
 *
 * @Test
 * void ordersAreKept() throws SQLException {
 *   try (Connection connection = db.dataSource().getConnection()) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>With {@code @ExtendWith(ThetisExtension.class)} tests take an {@link EmbeddedThetis} or a
 * {@link DataSource} as a parameter. Classes that share a cluster must not run at the same time.
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

  /** The cluster that all tests of this JVM share. */
  public static ThetisExtension create() {
    return new ThetisExtension();
  }

  /** A cluster of this class's own, started before its tests and ended after them. */
  public static ThetisExtension create(EmbeddedThetisBuilder builder) {
    return new ThetisExtension(builder);
  }

  /** Leaves what classes before this one have made. */
  public ThetisExtension keepingData() {
    clears = false;
    return this;
  }

  /**
   * The cluster; there is one as soon as it is asked for, so that static initialisers may.
   *
   * @throws org.thetisdb.core.error.ThetisException if it cannot be started
   */
  public synchronized EmbeddedThetis cluster() {
    if (cluster == null) {
      cluster = own == null ? EmbeddedThetis.shared() : own.start();
    }
    return cluster;
  }

  /** What {@code DriverManager} and pools connect to. */
  public String jdbcUrl() {
    return cluster().jdbcUrl();
  }

  /** Connections to the cluster. */
  public DataSource dataSource() {
    return cluster().dataSource();
  }

  @Override
  public synchronized void beforeAll(ExtensionContext tests) throws SQLException {
    depth++;
    if (depth == 1 && clears) {
      cluster().clear();
    }
  }

  @Override
  public synchronized void afterAll(ExtensionContext tests) {
    depth--;
    if (depth == 0 && cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return type == EmbeddedThetis.class || type == DataSource.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == DataSource.class ? dataSource() : cluster();
  }
}

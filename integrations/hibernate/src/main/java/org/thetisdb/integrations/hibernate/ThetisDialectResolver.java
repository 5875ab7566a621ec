package org.thetisdb.integrations.hibernate;

import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolver;

/** Chooses {@link ThetisDialect} for connections to Thetis. Found by {@code ServiceLoader}. */
public final class ThetisDialectResolver implements DialectResolver {
  private static final long serialVersionUID = 1;

  /** Called by {@code ServiceLoader}. */
  public ThetisDialectResolver() {}

  @Override
  public Dialect resolveDialect(DialectResolutionInfo info) {
    return ThetisDialect.PRODUCT.equals(info.getDatabaseName()) ? new ThetisDialect(info) : null;
  }
}

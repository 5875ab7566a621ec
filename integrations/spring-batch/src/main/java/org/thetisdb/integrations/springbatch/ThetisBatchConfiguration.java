package org.thetisdb.integrations.springbatch;

import org.springframework.batch.core.configuration.support.DefaultBatchConfiguration;
import org.springframework.batch.support.DatabaseType;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * The configuration of Spring Batch for Thetis: import it instead of {@code @EnableBatchProcessing}
 * or of what Spring Boot configures. It wants beans {@code dataSource} and {@code
 * transactionManager}.
 *
 * <p>Spring Batch knows a fixed list of databases and fails for any other. What it asks of
 * PostgreSQL, sequences and pages, Thetis has in the same form.
 */
public class ThetisBatchConfiguration extends DefaultBatchConfiguration {
  /** The type to name wherever Spring Batch asks for one, as in paging readers. */
  public static final DatabaseType DATABASE_TYPE = DatabaseType.POSTGRES;

  /** For Spring. */
  public ThetisBatchConfiguration() {}

  /** The script that makes the tables of Spring Batch. */
  public static Resource schema() {
    return new ClassPathResource("schema-thetis.sql", ThetisBatchConfiguration.class);
  }

  @Override
  protected String getDatabaseType() {
    return DATABASE_TYPE.name();
  }
}

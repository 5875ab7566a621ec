package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.database.JdbcBatchItemWriter;
import org.springframework.batch.item.database.JdbcPagingItemReader;
import org.springframework.batch.item.database.Order;
import org.springframework.batch.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.item.database.builder.JdbcPagingItemReaderBuilder;
import org.springframework.batch.item.database.support.PostgresPagingQueryProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DataSourceInitializer;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.thetisdb.embedded.ThetisExtension;
import org.thetisdb.integrations.springbatch.ThetisBatchConfiguration;

/** A nightly job of Spring Batch that fails half-way, and goes on where it was. */
@Tag("cluster")
@Timeout(120)
final class SpringBatchTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  /** What an application configures. */
  @Configuration
  @Import(ThetisBatchConfiguration.class)
  static class Application {
    @Bean
    DataSource dataSource() {
      return db.dataSource();
    }

    @Bean
    JdbcTransactionManager transactionManager(DataSource source) {
      return new JdbcTransactionManager(source);
    }

    @Bean
    DataSourceInitializer tables(DataSource source) {
      DataSourceInitializer initializer = new DataSourceInitializer();
      initializer.setDataSource(source);
      initializer.setDatabasePopulator(
          new ResourceDatabasePopulator(ThetisBatchConfiguration.schema()));
      return initializer;
    }
  }

  /** One row to be worked on. */
  record Invoice(long id, long cents) {}

  @Test
  void aJobThatFailedGoesOnAfterTheLastChunkThatWasCommitted() throws Exception {
    JdbcTemplate sql = new JdbcTemplate(db.dataSource());
    sql.execute("CREATE TABLE invoice (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL)");
    sql.execute("CREATE TABLE paid (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL)");
    for (int i = 1; i <= 55; i++) {
      sql.update("INSERT INTO invoice VALUES (?, ?)", i, i == 42 ? -1 : i * 100);
    }
    try (AnnotationConfigApplicationContext application =
        new AnnotationConfigApplicationContext(Application.class)) {
      Job job = payAll(application);
      JobLauncher launcher = application.getBean(JobLauncher.class);
      JobExecution first =
          launcher.run(job, new JobParametersBuilder().addString("day", "1").toJobParameters());
      assertThat(first.getStatus()).isEqualTo(BatchStatus.FAILED);
      assertThat(sql.queryForObject("SELECT count(*) FROM paid", Long.class)).isEqualTo(40);

      sql.update("UPDATE invoice SET cents = 0 WHERE id = 42");
      JobExecution second =
          launcher.run(job, new JobParametersBuilder().addString("day", "1").toJobParameters());
      assertThat(second.getAllFailureExceptions()).isEmpty();
      assertThat(second.getStatus()).isEqualTo(BatchStatus.COMPLETED);
      assertThat(sql.queryForObject("SELECT count(*) FROM paid", Long.class)).isEqualTo(55);
      assertThat(
              sql.queryForList(
                  "SELECT status FROM batch_job_execution ORDER BY job_execution_id", String.class))
          .containsExactly("FAILED", "COMPLETED");
    }
  }

  private static Job payAll(AnnotationConfigApplicationContext application) throws Exception {
    JobRepository repository = application.getBean(JobRepository.class);
    JdbcBatchItemWriter<Invoice> writer =
        new JdbcBatchItemWriterBuilder<Invoice>()
            .dataSource(db.dataSource())
            .sql("INSERT INTO paid VALUES (:id, :cents)")
            .beanMapped()
            .build();
    writer.afterPropertiesSet();
    Step step =
        new StepBuilder("pay", repository)
            .<Invoice, Invoice>chunk(10, application.getBean(JdbcTransactionManager.class))
            .reader(reader())
            .processor(SpringBatchTest::checked)
            .writer(writer)
            .build();
    return new JobBuilder("payments", repository).start(step).build();
  }

  private static Invoice checked(Invoice invoice) {
    if (invoice.cents() < 0) {
      throw new IllegalArgumentException("invoice " + invoice.id());
    }
    return invoice;
  }

  private static JdbcPagingItemReader<Invoice> reader() throws Exception {
    PostgresPagingQueryProvider pages = new PostgresPagingQueryProvider();
    pages.setSelectClause("id, cents");
    pages.setFromClause("invoice");
    pages.setSortKeys(Map.of("id", Order.ASCENDING));
    JdbcPagingItemReader<Invoice> reader =
        new JdbcPagingItemReaderBuilder<Invoice>()
            .name("invoices")
            .dataSource(db.dataSource())
            .queryProvider(pages)
            .pageSize(10)
            .rowMapper((row, number) -> new Invoice(row.getLong(1), row.getLong(2)))
            .build();
    reader.afterPropertiesSet();
    return reader;
  }
}

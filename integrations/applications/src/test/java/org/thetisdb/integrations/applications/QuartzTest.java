package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobDataMap;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.PersistJobDataAfterExecution;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.embedded.ThetisExtension;

/** A scheduler of Quartz ends, and the next one of its name finds what it has kept. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 3, whole = true)
final class QuartzTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private static final int RUNS = 6;
  private static final CountDownLatch LEFT = new CountDownLatch(RUNS);

  /** Counts its runs in what Quartz keeps of it. */
  @DisallowConcurrentExecution
  @PersistJobDataAfterExecution
  public static final class Counter implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      JobDataMap data = context.getJobDetail().getJobDataMap();
      data.put("runs", data.getInt("runs") + 1);
      LEFT.countDown();
    }
  }

  /** Connections of the embedded cluster. */
  private static final class Connections implements ConnectionProvider {
    @Override
    public Connection getConnection() throws SQLException {
      return db.dataSource().getConnection();
    }

    @Override
    public void shutdown() {}

    @Override
    public void initialize() {}
  }

  @BeforeAll
  static void makeTables() {
    new ResourceDatabasePopulator(
            new ClassPathResource("org/quartz/impl/jdbcjobstore/tables_postgres.sql"))
        .execute(db.dataSource());
    DBConnectionManager.getInstance().addConnectionProvider("thetis", new Connections());
  }

  private static Scheduler scheduler(String instance) throws SchedulerException {
    Properties settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", "shared");
    settings.put("org.quartz.scheduler.instanceId", instance);
    settings.put("org.quartz.scheduler.skipUpdateCheck", "true");
    settings.put("org.quartz.threadPool.threadCount", "2");
    settings.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    settings.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.put("org.quartz.jobStore.dataSource", "thetis");
    settings.put("org.quartz.jobStore.isClustered", "true");
    return new StdSchedulerFactory(settings).getScheduler();
  }

  @Test
  void aJobRunsAsOftenAsItShouldAndKeepsItsData() throws Exception {
    Scheduler scheduler = scheduler("one");
    try {
      scheduler.scheduleJob(
          newJob(Counter.class)
              .withIdentity("counter")
              .usingJobData("runs", 0)
              .storeDurably()
              .build(),
          newTrigger()
              .withSchedule(
                  simpleSchedule().withIntervalInMilliseconds(50).withRepeatCount(RUNS - 1))
              .build());
      scheduler.start();
      assertThat(LEFT.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      scheduler.shutdown(true);
    }
    Scheduler next = scheduler("two");
    try {
      assertThat(next.getJobDetail(JobKey.jobKey("counter")).getJobDataMap().getInt("runs"))
          .isEqualTo(RUNS);
    } finally {
      next.shutdown();
    }
  }
}

package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
@InTurn(oneIn = 4, whole = true)
final class QuartzTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private static final Path PAGE = Path.of("..", "..", "docs", "use", "libraries.md");
  private static final Pattern SETTINGS =
      Pattern.compile("```\n(org\\.quartz.*?)```", Pattern.DOTALL);

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

  /** What docs/use/libraries.md has users set. */
  private static String ofThePage() throws IOException {
    Matcher block = SETTINGS.matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static Scheduler scheduler(String instance) throws SchedulerException, IOException {
    Properties settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", "shared");
    settings.put("org.quartz.scheduler.instanceId", instance);
    settings.put("org.quartz.scheduler.skipUpdateCheck", "true");
    settings.put("org.quartz.threadPool.threadCount", "2");
    settings.put("org.quartz.jobStore.dataSource", "thetis");
    settings.load(new StringReader(ofThePage()));
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

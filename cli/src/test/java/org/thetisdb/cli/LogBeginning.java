package org.thetisdb.cli;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Where a site's log begins in Kafka: above 0 once something was cut from it. */
final class LogBeginning {
  private LogBeginning() {}

  static long of(String kafka, String cluster, int site)
      throws ExecutionException, InterruptedException {
    TopicPartition log = new TopicPartition("thetis." + cluster + ".log." + site, 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
      return admin
          .listOffsets(Map.of(log, OffsetSpec.earliest()))
          .partitionResult(log)
          .get()
          .offset();
    }
  }
}

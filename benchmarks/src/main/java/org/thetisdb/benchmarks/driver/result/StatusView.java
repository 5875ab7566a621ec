package org.thetisdb.benchmarks.driver.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** What a driver needs of a router's status. Fields that a router does not send count as 0. */
public final class StatusView {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode root;

  private StatusView(JsonNode root) {
    this.root = root;
  }

  /**
   * Reads a status.
   *
   * @throws ThetisException BAD_REQUEST if it is not JSON
   */
  public static StatusView parse(String json) {
    try {
      return new StatusView(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "the status is not JSON").causedBy(e);
    }
  }

  /** The whole of it. */
  public JsonNode root() {
    return root;
  }

  /** A text of the top level; empty if it is not there. */
  public String text(String field) {
    return root.path(field).asText("");
  }

  /** A counter since the router began to lead. */
  public long counter(String name) {
    return root.path("counters").path(name).asLong();
  }

  /** The sites, in order of their numbers. */
  public List<Site> sites() {
    List<Site> sites = new ArrayList<>();
    for (JsonNode site : root.path("per_site")) {
      sites.add(Site.of(site));
    }
    sites.sort((a, b) -> Integer.compare(a.site(), b.site()));
    return sites;
  }

  /**
   * One site.
   *
   * @param committed transactions since it started
   * @param bytesLogged bytes in its log since it started
   * @param masteredPartitions partitions that it masters
   * @param masteredShare its share of recent writes, 0 to 1
   * @param usedBytes what its rows take in memory
   */
  public record Site(
      int site,
      long committed,
      long bytesLogged,
      long masteredPartitions,
      double masteredShare,
      long usedBytes) {
    private static Site of(JsonNode node) {
      return new Site(
          node.path("site").asInt(),
          node.path("committed").asLong(),
          node.path("bytes_logged").asLong(),
          node.path("mastered_partitions").asLong(),
          node.path("mastered_share").asDouble(),
          node.path("used_bytes").asLong());
    }
  }
}

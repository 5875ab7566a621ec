package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.thetisdb.embedded.ThetisExtension;

/** The whole service over HTTP, on a cluster within the test. */
@Tag("cluster")
class OrdersTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  private static ConfigurableApplicationContext service;
  private static String address;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    service =
        SpringApplication.run(
            OrdersApplication.class, "--spring.datasource.url=" + db.jdbcUrl(), "--server.port=0");
    address = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(address + path));
  }

  private static HttpRequest.Builder order(String item, int count) {
    return to("/items/" + item + "/orders?count=" + count).POST(BodyPublishers.noBody());
  }

  @Test
  void whatIsNotThereCannotBeOrdered() throws Exception {
    assertEquals(200, send(order("cup", 10)).statusCode());
    HttpResponse<String> refused = send(order("cup", 3));
    assertEquals(409, refused.statusCode());
    assertEquals("There are only 2 of cup.", refused.body());
    assertEquals("2", send(to("/items/cup/stock")).body());
  }

  @Test
  void ordersAtOnceTakeEachPieceOnce() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(http.sendAsync(order("tea", 3).build(), BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertEquals(200, answer.get().statusCode());
    }
    assertEquals("40", send(to("/items/tea/stock")).body());
  }
}
